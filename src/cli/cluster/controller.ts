import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeEvent, type JobEvent } from '../../runtime/kubernetes/api/events.ts';
import type { KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { labelLeader } from '../../runtime/kubernetes/api/leader-label.ts';
import type { Launcher } from '../../runtime/launcher.ts';
import { sharesOf } from '../../runtime/workspaces.ts';
import { secretPasswords } from '../../runtime/kubernetes/passwords.ts';
import { startElector } from '../../runtime/kubernetes/api/lease.ts';
import type { ConversionJob } from '../../resource/conversion-job.ts';
import type { JobSettings } from '../../resource/settings.ts';
import { camelCase } from '../../failures/failure.ts';
import { createLog, type Logger } from '../../telemetry/log.ts';
import { startTracing } from '../../telemetry/start-tracing.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { isTransient } from '../../failures/transient.ts';
import {
  startControllerManager,
  type ControllerManager,
  type ControllerManagerOptions,
} from '../controller-manager.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import type { SERVICE, Values } from '../settings.ts';
import { createLeaderServer } from './leader-server.ts';
import { openLeader, type Leader } from './leader-services.ts';
import { clusterJobSettings, type ClusterEnvironment } from './settings.ts';
import { openStores, type Stores } from './stores.ts';

export const CONTROLLER_LEASE = 'scriptorium-controller';

/** One replica of the controller: what is open while it waits, and what it runs once it leads. */
interface Replica {
  readonly environment: ClusterEnvironment;
  readonly values: Values<typeof SERVICE>;
  readonly settings: JobSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly stores: Stores;
  readonly launcher: Launcher;
  readonly recordEvent: RecordEvent;
  readonly recordStall: RecordEvent;
  /** Undefined until it leads. */
  leader: Leader | undefined;
  manager: ControllerManager | undefined;
}

/** One replica of the controller. The one that holds the Lease works; the others wait with everything open. */
export async function runController(environment: ClusterEnvironment, values: Values<typeof SERVICE>): Promise<void> {
  const log = createLog({ name: 'controller', level: values.logLevel, to: 'stdout' });
  const stopTracing = await startTracing(process.env, { service: 'scriptorium-controller', log });
  const replica = await openReplica(environment, values, log);
  if (environment.isPod) await showLeader(replica.stores.client, environment, { leads: false, log });
  let starting: Promise<void> = Promise.resolve();
  const elector = startElection(replica, () => {
    starting = lead(replica);
  });
  replica.metrics.leader.set(0);
  const leaderServer = createLeaderServer({
    secret: environment.secret,
    services: () => (elector.leads() ? replica.leader : undefined),
    log,
  });
  const healthServer = createHealthServer(replica.metrics);
  await listen(healthServer, environment.port, '::');
  await listen(leaderServer, environment.leaderPort, '::');

  await untilStopped(log);
  // The lease first: another may begin at once, and two of us for a moment do no harm.
  await elector.release();
  await starting;
  await replica.manager?.stop();
  await replica.leader?.stop();
  await Promise.all([healthServer, leaderServer].map(closeServer));
  await replica.stores.close();
  await stopTracing();
}

async function openReplica(
  environment: ClusterEnvironment,
  values: Values<typeof SERVICE>,
  log: Logger,
): Promise<Replica> {
  const settings = clusterJobSettings(values, environment.pods);
  const metrics = createMetrics();
  const stores = await openStores(environment, settings, log, metrics);
  const recordEvent = eventRecorder(stores.client, environment, log);
  return {
    environment,
    values,
    settings,
    log,
    metrics,
    stores,
    launcher: await stores.openLauncher(),
    recordEvent,
    recordStall: atMost(MOST_STALL_EVENTS, recordEvent),
    leader: undefined,
    manager: undefined,
  };
}

type RecordEvent = (job: ConversionJob, event: JobEvent) => void;

/** Writes Events; the jobs do not wait for them. */
const eventRecorder =
  (client: KubeClient, { namespace, identity }: ClusterEnvironment, log: Logger): RecordEvent =>
  (job, event) => {
    writeEvent({ client, namespace, identity }, job, event).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to write an event'),
    );
  };

function startElection({ stores, environment, log }: Replica, onLead: () => void): ReturnType<typeof startElector> {
  const { namespace, identity } = environment;
  return startElector({
    client: stores.client,
    namespace,
    name: CONTROLLER_LEASE,
    identity,
    onLead,
    onLost: (why) => {
      log.error({ why }, 'lost the lease');
      process.exit(1);
    },
    warn: (fields, message) => log.warn(fields, message),
  });
}

async function lead(replica: Replica): Promise<void> {
  const { environment, settings, log, metrics, stores, launcher } = replica;
  const { client, workspaces } = stores;
  log.info({ identity: environment.identity }, 'leading');
  const leader = await openLeader({ ...stores, launcher, environment, settings, log, metrics });
  replica.leader = leader;
  if (environment.isPod) void showLeader(client, environment, { leads: true, log });
  replica.manager = await startControllerManager({
    ...stores,
    batches: stores,
    launcher: leader.launcher,
    tasks: stores.tasksWith(leader.run, leader.release),
    settings,
    secret: environment.secret,
    passwords: secretPasswords(client, environment.namespace),
    now: () => new Date(),
    log,
    metrics,
    native: 'always',
    shareOf: sharesOf(workspaces, settings),
    followShares: workspaces.follow,
    sweepSeconds: replica.values.sweepSeconds,
    ...(leader.workersStall && { workersStall: leader.workersStall }),
    ...(leader.followWorkersStall && { followWorkersStall: leader.followWorkersStall }),
    ...eventsOf(replica),
  });
}

/** The controller's Events of jobs. */
function eventsOf({ recordEvent, recordStall, environment, log }: Replica): ReportedEvents {
  let hasReconciled = false;
  return {
    onStalled: (job, { reason, message: note }) => recordStall(job, { reason, note }),
    onEnded: ({ ending }, job) => {
      if (job && ending.failure)
        recordEvent(job, { reason: camelCase(ending.failure.code), note: ending.failure.message });
    },
    onWaiting: (intent, job) =>
      recordEvent(job, {
        reason: 'CreditsRequired',
        note: `Workspace ${intent.workspace} does not have enough credits for the document.`,
      }),
    onReconciled: () => {
      if (!hasReconciled) log.info({ identity: environment.identity }, 'started reconciling jobs');
      hasReconciled = true;
    },
  };
}

type ReportedEvents = Pick<ControllerManagerOptions, 'onStalled' | 'onEnded' | 'onWaiting' | 'onReconciled'>;

function createHealthServer({ registry }: Metrics): Server {
  return createServer((request, response) => {
    if (request.url === '/metrics') {
      void registry.metrics().then((text) => response.setHeader('Content-Type', registry.contentType).end(text));
      return;
    }
    response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  });
}

/** A fault of the workers stops every job that waits: so many events in a minute say enough. */
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
