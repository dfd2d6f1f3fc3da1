import { presentEnded } from '../api/jobs/present.ts';
import { startBatches, type Batches, type BatchOptions } from '../controller/batches/controller.ts';
import { startController, type Controller } from '../controller/controller.ts';
import type { ControllerOptions } from '../controller/deps.ts';
import { keepWorkspaceStatuses } from '../controller/workspace-status.ts';
import { startWebhooks } from '../controller/webhooks.ts';
import type { Tasks } from '../runtime/tasks.ts';
import type { Workspaces } from '../runtime/workspaces.ts';
import { countEnded } from '../lifecycle/count-ended.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { countReconciles, countWebhooks, watchGauges } from './observe-jobs.ts';
import { startSweeps } from './sweeps.ts';

export interface ControllerManagerOptions extends Omit<ControllerOptions, 'tasks' | 'log' | 'onWebhook' | 'onRetry'> {
  readonly tasks: Pick<Tasks, 'probe' | 'fetch' | 'post' | 'release'>;
  /** Where workspaces have a status to be kept. */
  readonly workspaces?: Workspaces;
  /** Where there are buckets for batches. */
  readonly batches?: Pick<BatchOptions, 'batches' | 'buckets' | 'workspaces'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How often the sweeps run. */
  readonly sweepSeconds: number;
}

/**
 * Everything that brings jobs to their end. One runs at a time: in the process that leads, or in the embedded service.
 */
export interface ControllerManager {
  readonly nudge: Controller['nudge'];
  /**
   * `closeProcesses` is called once nothing starts a process any more; webhooks under way end with it, or are waited
   * for.
   */
  stop(closeProcesses?: () => Promise<void>): Promise<void>;
}

/** Starts the controller of jobs, the sender of webhooks, the sweeps, and the metrics of all three. */
export async function startControllerManager(options: ControllerManagerOptions): Promise<ControllerManager> {
  const { metrics, log, ledger, sweepSeconds } = options;
  const counted = countReconciles(metrics);
  metrics.leader.set(1);
  const webhooks = startWebhooks({
    ...options,
    log,
    present: presentEnded,
    searchSeconds: sweepSeconds,
    ...countWebhooks(metrics),
  });
  let batches: Batches | undefined;
  const onEnded: ControllerOptions['onEnded'] = (record, job) => {
    countEnded(metrics, record);
    batches?.jobEnded(record.jobId);
    options.onEnded?.(record, job);
  };
  const controller = await startController({
    ...options,
    onEnded,
    onWebhook: webhooks.look,
    ...counted,
    onReconciled: (seconds) => {
      counted.onReconciled?.(seconds);
      options.onReconciled?.(seconds);
    },
  });
  batches =
    options.batches && (await startBatches({ ...options, ...options.batches, jobsFollower: controller.follower }));
  const stopSweeps = startSweeps(
    { ...options, follower: controller.follower, onEnded: (record) => countEnded(metrics, record) },
    sweepSeconds,
  );
  const { workspaces } = options;
  const stopStatuses =
    workspaces &&
    keepWorkspaceStatuses({
      workspaces,
      ledger,
      follower: controller.follower,
      warn: (fields, message) => log.warn(fields, message),
    });
  const stopGauges = watchGauges(metrics, controller, options);
  return {
    nudge: controller.nudge,
    stop: async (closeProcesses) => {
      stopGauges();
      await stopStatuses?.();
      await stopSweeps();
      await batches?.stop();
      await controller.stop();
      const sent = webhooks.stop();
      await closeProcesses?.();
      await sent;
    },
  };
}
