import { createServer } from 'node:http';
import { startElector } from '../../cluster/kubernetes/lease.ts';
import { startController, type Controller } from '../../controller/controller.ts';
import { createLog } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import { countEnded, watchGauges } from '../observe-jobs.ts';
import { jobSettings, type SERVICE, type Values } from '../settings.ts';
import { startSweeps } from '../sweeps.ts';
import type { ClusterEnvironment } from './settings.ts';
import { openStores } from './stores.ts';

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

  const lead = async (): Promise<void> => {
    log.info({ identity: environment.identity }, 'leading');
    metrics.leader.set(1);
    const controller: Controller = await startController({
      jobs, launcher, objects, ledger, settings, now, log,
      secret: environment.secret,
      native: 'always',
      onEnded: (intent, stored) => countEnded(metrics, intent, stored),
      onReconciled: (seconds) => metrics.reconcileSeconds.observe({ result: 'done' }, seconds),
    });
    stops.push(() => controller.stop());
    stops.push(startSweeps({ jobs, objects, ledger, launcher, settings, now, log, ended: (intent, stored) => countEnded(metrics, intent, stored) }, values.sweepSeconds));
    stops.push(watchGauges(metrics, controller.follower, ledger, now));
  };

  const elector = startElector({
    client,
    namespace: environment.namespace,
    name: 'scriptorium-controller',
    identity: environment.identity,
    onLead: () => { starting = lead(); },
    onLost: (why) => {
      log.error({ why }, 'the lease is lost');
      process.exit(1);
    },
    warn: (fields, message) => log.warn(fields, message),
  });
  metrics.leader.set(0);

  const health = createServer((request, response) => {
    if (request.url === '/metrics') {
      void metrics.registry.metrics().then((text) => response.setHeader('Content-Type', metrics.registry.contentType).end(text));
      return;
    }
    response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  });
  await listen(health, environment.port, '::');

  await untilStopped();
  // The lease first: another may begin at once, and two of us for a moment do no harm.
  await elector.release();
  await starting;
  for (const stop of stops) await stop();
  await closeServer(health);
  await stores.close();
}
