import { createServer } from 'node:http';
import { writeEvent, type JobEvent } from '../../cluster/kubernetes/events.ts';
import { startElector } from '../../cluster/kubernetes/lease.ts';
import { presentEnded } from '../../api/jobs/present.ts';
import { startController, type Controller } from '../../controller/controller.ts';
import { startWebhooks } from '../../controller/webhooks.ts';
import type { ConversionJob } from '../../job/conversion-job.ts';
import { camelCase } from '../../job/failure.ts';
import { countEnded } from '../../records/count-ended.ts';
import { createLog } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import { countReconciles, countWebhooks, watchGauges } from '../observe-jobs.ts';
import { jobSettings, type SERVICE, type Values } from '../settings.ts';
import { startSweeps } from '../sweeps.ts';
import type { ClusterEnvironment } from './settings.ts';
import { openStores } from './stores.ts';

export const CONTROLLER_LEASE = 'scriptorium-controller';

/** One replica of the controller. The one that holds the Lease works; the others wait with everything open. */
export async function runController(environment: ClusterEnvironment, values: Values<typeof SERVICE>): Promise<void> {
  const settings = jobSettings(values);
  const now = (): Date => new Date();
  const log = createLog({ name: 'controller', level: values.logLevel, to: 'stdout' });
  const metrics = createMetrics();
  const stores = await openStores(environment, settings, log, metrics);
  const { client, objects, ledger, jobs, launcher } = stores;
  const stops: (() => Promise<void> | void)[] = [];
  let starting: Promise<void> = Promise.resolve();

  const tell = (job: ConversionJob, event: JobEvent): void => {
    writeEvent(client, environment.namespace, environment.identity, job, event).catch((error: unknown) =>
      log.warn({ err: error }, 'an event could not be written'),
    );
  };

  const lead = async (): Promise<void> => {
    log.info({ identity: environment.identity }, 'leading');
    const counted = countReconciles(metrics);
    let reconciled = false;
    metrics.leader.set(1);
    const webhooks = startWebhooks({
      objects,
      launcher,
      secret: environment.secret,
      now,
      log,
      present: presentEnded,
      searchSeconds: values.sweepSeconds,
      ...countWebhooks(metrics),
    });
    stops.push(() => webhooks.stop());
    const controller: Controller = await startController({
      jobs,
      launcher,
      objects,
      ledger,
      settings,
      now,
      log,
      secret: environment.secret,
      native: 'always',
      onEnded: (intent, stored, job) => {
        countEnded(metrics, intent, stored.ending);
        const { failure } = stored.ending;
        if (job && failure) tell(job, { reason: camelCase(failure.code), note: failure.message });
      },
      onWaiting: (intent, job) =>
        tell(job, {
          reason: 'CreditsRequired',
          note: `Workspace ${intent.workspace} has too few credits for the document.`,
        }),
      onWebhook: webhooks.look,
      ...counted,
      onReconciled: (seconds) => {
        counted.onReconciled?.(seconds);
        if (!reconciled) log.info({ identity: environment.identity }, 'first job looked at');
        reconciled = true;
      },
    });
    stops.push(() => controller.stop());
    stops.push(
      startSweeps(
        {
          jobs,
          objects,
          ledger,
          launcher,
          settings,
          now,
          log,
          ended: (intent, stored) => countEnded(metrics, intent, stored.ending),
        },
        values.sweepSeconds,
      ),
    );
    stops.push(watchGauges(metrics, controller.follower, ledger, now));
  };

  const elector = startElector({
    client,
    namespace: environment.namespace,
    name: CONTROLLER_LEASE,
    identity: environment.identity,
    onLead: () => {
      starting = lead();
    },
    onLost: (why) => {
      log.error({ why }, 'the lease is lost');
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

  await untilStopped(log);
  // The lease first: another may begin at once, and two of us for a moment do no harm.
  await elector.release();
  await starting;
  for (const stop of stops) await stop();
  await closeServer(health);
  await stores.close();
}
