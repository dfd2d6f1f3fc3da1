import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeEvent, type JobEvent } from '../../runtime/kubernetes/api/events.ts';
import type { KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { labelLeader } from '../../runtime/kubernetes/api/leader-label.ts';
import { sharesOf } from '../../runtime/workspaces.ts';
import { secretPasswords } from '../../runtime/kubernetes/passwords.ts';
import { startElector } from '../../runtime/kubernetes/api/lease.ts';
import type { ConversionJob } from '../../resource/conversion-job.ts';
import { camelCase } from '../../failures/failure.ts';
import { createLog, type Logger } from '../../telemetry/log.ts';
import { startTracing } from '../../telemetry/start-tracing.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { isTransient } from '../../failures/transient.ts';
import { startControllerManager, type ControllerManager } from '../controller-manager.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import type { SERVICE, Values } from '../settings.ts';
import { createLeaderServer } from './leader-server.ts';
import { openLeader, type Leader } from './leader-services.ts';
import { clusterJobSettings, type ClusterEnvironment } from './settings.ts';
import { openStores } from './stores.ts';

export const CONTROLLER_LEASE = 'scriptorium-controller';

/** One replica of the controller. The one that holds the Lease works; the others wait with everything open. */
export async function runController(environment: ClusterEnvironment, values: Values<typeof SERVICE>): Promise<void> {
  const settings = clusterJobSettings(values, environment.pods);
  const now = (): Date => new Date();
  const log = createLog({ name: 'controller', level: values.logLevel, to: 'stdout' });
  const metrics = createMetrics();
  const stopTracing = await startTracing(process.env, { service: 'scriptorium-controller', log });
  const stores = await openStores(environment, settings, log, metrics);
  const launcher = await stores.openLauncher();
  const { client } = stores;
  const { namespace, identity } = environment;
  let manager: ControllerManager | undefined;
  let leader: Leader | undefined;
  let starting: Promise<void> = Promise.resolve();

  /** Writes an Event; the job does not wait for it. */
  const record = (job: ConversionJob, event: JobEvent): void => {
    writeEvent({ client, namespace, identity }, job, event).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to write an event'),
    );
  };

  const recordStall = atMost(MOST_STALL_EVENTS, record);

  const lead = async (): Promise<void> => {
    log.info({ identity }, 'leading');
    let reconciled = false;
    leader = await openLeader({ ...stores, launcher, environment, settings, log, metrics });
    if (environment.isPod) void showLeader(client, environment, { leads: true, log });
    manager = await startControllerManager({
      ...stores,
      launcher: leader.launcher,
      tasks: stores.tasksWith(leader.run, leader.release),
      settings,
      secret: environment.secret,
      passwords: secretPasswords(client, namespace),
      now,
      log,
      metrics,
      native: 'always',
      shareOf: sharesOf(stores.workspaces, settings),
      followShares: stores.workspaces.follow,
      sweepSeconds: values.sweepSeconds,
      ...(leader.workersStall && { workersStall: leader.workersStall }),
      ...(leader.followWorkersStall && { followWorkersStall: leader.followWorkersStall }),
      onStalled: (job, { reason, message: note }) => recordStall(job, { reason, note }),
      onEnded: ({ ending }, job) => {
        if (job && ending.failure)
          record(job, { reason: camelCase(ending.failure.code), note: ending.failure.message });
      },
      onWaiting: (intent, job) =>
        record(job, {
          reason: 'CreditsRequired',
          note: `Workspace ${intent.workspace} does not have enough credits for the document.`,
        }),
      onReconciled: () => {
        if (!reconciled) log.info({ identity }, 'started reconciling jobs');
        reconciled = true;
      },
    });
  };

  if (environment.isPod) await showLeader(client, environment, { leads: false, log });
  const leaderServer = createLeaderServer({
    secret: environment.secret,
    services: () => (elector.leads() ? leader : undefined),
    log,
  });
  const elector = startElector({
    client,
    namespace,
    name: CONTROLLER_LEASE,
    identity,
    onLead: () => {
      starting = lead();
    },
    onLost: (why) => {
      log.error({ why }, 'lost the lease');
      process.exit(1);
    },
    warn: (fields, message) => log.warn(fields, message),
  });
  metrics.leader.set(0);

  const health = createServer((request, response) => {
    if (request.url === '/metrics') {
      void metrics.registry
        .metrics()
        .then((text) => response.setHeader('Content-Type', metrics.registry.contentType).end(text));
      return;
    }
    response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  });
  await listen(health, environment.port, '::');
  await listen(leaderServer, environment.leaderPort, '::');

  await untilStopped(log);
  // The lease first: another may begin at once, and two of us for a moment do no harm.
  await elector.release();
  await starting;
  await manager?.stop();
  await leader?.stop();
  await Promise.all([health, leaderServer].map(closeServer));
  await stores.close();
  await stopTracing();
}

/** What stops the workers stops every job that waits: so many events in a minute say enough. */
const MOST_STALL_EVENTS = 60;

function atMost<A extends readonly unknown[]>(most: number, act: (...args: A) => void): (...args: A) => void {
  let minute = 0;
  let done = 0;
  return (...args) => {
    const now = Math.floor(Date.now() / 60_000);
    done = now === minute ? done + 1 : 1;
    minute = now;
    if (done <= most) act(...args);
  };
}

const AGAIN_MS = 1000;

/** Leads workers and the API to this pod, or away from it. */
async function showLeader(
  client: KubeClient,
  { namespace, identity: name }: ClusterEnvironment,
  { leads, log }: { readonly leads: boolean; readonly log: Logger },
): Promise<void> {
  for (;;) {
    try {
      return await labelLeader(client, { namespace, name }, leads);
    } catch (error) {
      // Without the right to it, waiting does not help.
      if (!leads && !isTransient(error)) throw error;
      log.warn({ err: error }, 'failed to label the leader');
    }
    await sleep(AGAIN_MS);
  }
}
