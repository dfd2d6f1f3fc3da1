import { createServer, type Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { listenPrivately } from '../../api/admin/listen.ts';
import { createApp } from '../../api/app.ts';
import { answerStatusSockets, wantsStatusSocket } from '../../api/drop-in/docling/status-socket.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { createInternalApp } from '../../api/internal/app.ts';
import { openAttempts } from '../../api/internal/attempts.ts';
import { keyring } from '../../api/credentials/keyring.ts';
import { signedObjects } from '../../api/middleware/signed-objects.ts';
import { classChooser, type ConverterClasses } from '../../runtime/converter-classes.ts';
import { openLocalClasses } from '../../runtime/files/converter-classes.ts';
import { openLocalJobs } from '../../runtime/files/jobs.ts';
import { openLocalWorkspaces } from '../../runtime/files/workspaces.ts';
import { openLocalProcesses, type LocalProcesses } from '../../runtime/processes/processes.ts';
import type { Tasks } from '../../runtime/tasks.ts';
import { sharesOf, type Workspaces } from '../../runtime/workspaces.ts';
import type { NudgeReason } from '../../ledger/ledger.ts';
import { serveSigned } from '../../objects/serve.ts';
import type { Audience } from '../../objects/objects.ts';
import { createLog, type Logger } from '../../telemetry/log.ts';
import { prettyLine } from '../../telemetry/pretty.ts';
import { startTracing } from '../../telemetry/start-tracing.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { listenForAdmin } from '../admin/listen.ts';
import { compileOcrOnce } from '../bundles/compiled-ocr.ts';
import { claimDataFolder, keptSecret } from './data-folder.ts';
import { consoleSignIn } from './console-sign-in.ts';
import { startControllerManager, type ControllerManager } from '../controller-manager.ts';
import { BEHIND_PROXIES, closeServer, createHandler, listen, untilStopped } from '../http.ts';
import { findOcrData } from '../ocr/data.ts';
import { DEFAULT_SETTINGS } from '../../resource/settings.ts';
import { allowedNets, jobSettings, type EMBEDDED, type SERVICE, type Values } from '../settings.ts';
import { missingIsolation } from './missing-isolation.ts';
import { openDocuments } from '../../worker/supervisor/documents.ts';
import { ownService } from './own-service.ts';
import { socketPath } from '../socket-path.ts';
import { openBatches } from '../stores/local-batches.ts';
import { openEmbeddedStores } from '../stores/embedded.ts';
import { firstKey, welcome } from './welcome.ts';
import { prepareWorker, workerProgram } from '../bundles/worker-program.ts';

export interface Service {
  readonly url: string;
  /** Where a browser gets to the console without a key: once, unless it is open on this machine. */
  readonly consoleUrl: string;
  readonly key: string;
  readonly log: Logger;
  stop(): Promise<void>;
}

/** Dependencies of all parts. */
type Shared = Omit<ApiDeps, 'follower' | 'tasks' | 'freeConverters' | 'signIn' | 'workspaces' | 'objects'> & {
  readonly values: ServeValues;
  readonly dataDir: string;
  readonly cores: number;
  readonly ocrDataFolder: { readonly ocrDataFolder?: string };
  readonly objects: EmbeddedStores['objects'];
  readonly workspaces: Workspaces;
  readonly buckets: EmbeddedStores['buckets'];
  readonly classes: ConverterClasses;
  readonly shareOf: ReturnType<typeof sharesOf>;
  readonly closeStores: () => Promise<void>;
  readonly stopTracing: () => Promise<void>;
  /** Where clients reach the service; known once it listens. */
  readonly address: { url: string };
  /** Undefined until the controller has started. */
  readonly controller: { manager: ControllerManager | undefined };
};

type ServeValues = Values<typeof SERVICE & typeof EMBEDDED>;
type EmbeddedStores = Awaited<ReturnType<typeof openEmbeddedStores>>;

/**
 * The whole service in this process, with its data in one folder: the API, the controller, and a child process for
 * every document.
 */
async function serve(values: ServeValues): Promise<Service> {
  const shared = await openShared(values);
  const { dataDir, objects, ledger, jobs, log, now, address } = shared;
  const { processes, internalServer, closeOwnService } = await openProcesses(shared);
  const follower = await jobs.follow(() => {});
  const signIn = consoleSignIn({ dataDir, objects, now, open: isOpenHere(values) });
  const { tasks, freeConverters } = processes;
  const deps = { ...shared, follower, tasks, freeConverters, signIn };
  const publicServer = await listenForClients(shared, deps);
  const servers: Server[] = [internalServer, await listenForAdmin(deps, dataDir), publicServer];
  const manager = await startManager(shared, processes);
  const key = await firstKey(dataDir, objects, ledger, now());
  const { url } = address;
  log.info({ url, dataDir, ...storesOf(values) }, 'ready');
  return {
    url,
    consoleUrl: signIn.open ? `${url}/` : `${url}/#sign-in=${signIn.token}`,
    key,
    log,
    stop: async () => {
      closeOwnService();
      await Promise.all(servers.map((server) => closeServer(server)));
      await manager.stop(() => processes.close());
      await follower.stop();
      await shared.workspaces.close();
      await shared.classes.close();
      await shared.closeStores();
      await shared.stopTracing();
    },
  };
}

async function openShared(values: ServeValues): Promise<Shared> {
  const dataDir = resolve(values.dataDir);
  const now = (): Date => new Date();
  const cores = values.cores || availableParallelism();
  const stated = jobSettings(values, Math.max(DEFAULT_SETTINGS.parallelism, cores));
  const ocrData = await findOcrData(stated.ocrLanguages, values.ocrDataDir || undefined);
  const settings = { ...stated, ocrLanguages: ocrData.languages };
  const log = openLog(values.logLevel);
  const metrics = createMetrics();
  const stopTracing = await startTracing(process.env, { service: 'scriptorium', log });
  await claimDataFolder(dataDir);
  const secret = await keptSecret(join(dataDir, 'secret'));
  const address = { url: values.publicUrl.replace(/\/$/, '') };
  const urls = { secret, publicBase: () => address.url, internalBase: '' };
  const stores = await openEmbeddedStores({ values, dataDir, urls, log, metrics });
  const { objects, ledger, buckets } = stores;
  const jobs = await openLocalJobs(join(dataDir, 'jobs'), now);
  const workspaces = await openLocalWorkspaces(join(dataDir, 'workspaces'));
  const classes = await openLocalClasses(join(dataDir, 'classes'));
  const batches = buckets && (await openBatches(buckets, dataDir, now));
  const controller: Shared['controller'] = { manager: undefined };
  return {
    values,
    dataDir,
    cores,
    settings,
    ocrDataFolder: ocrData.folder === undefined ? {} : { ocrDataFolder: ocrData.folder },
    objects,
    ledger,
    closeStores: () => stores.close(),
    jobs,
    buckets,
    ...batches,
    workspaces,
    classes,
    classOf: classChooser(classes, workspaces),
    shareOf: sharesOf(workspaces, settings),
    secret,
    keyring: keyring(objects, now),
    now,
    log,
    metrics,
    stopTracing,
    address,
    controller,
    nudge: (jobId: string, why?: NudgeReason) => controller.manager?.nudge(jobId, why),
  };
}

function openLog(level: ServeValues['logLevel']): Logger {
  const terminal = { write: (line: string) => void process.stderr.write(prettyLine(line)) };
  return createLog({ name: 'scriptorium', level, to: process.stderr.isTTY ? terminal : 'stderr' });
}

interface RunningProcesses {
  readonly processes: LocalProcesses;
  /** The server that the processes reach, over a socket. */
  readonly internalServer: Server;
  readonly closeOwnService: () => void;
}

async function openProcesses(shared: Shared): Promise<RunningProcesses> {
  const { dataDir, objects, settings, log, now, secret, ocrDataFolder } = shared;
  const slow = await prepareWorker();
  if (slow !== undefined) log.warn({ reason: slow }, 'starting worker processes from source, which is slower');
  const internalSocket = socketPath(dataDir, 'internal');
  // Before the processes, which are started with a view of this one socket.
  // Nothing asks before there are processes.
  const ask: Tasks['ask'] = (request) => processes.tasks.ask(request);
  const internal = { ...shared, ask };
  const attempts = openAttempts(internal);
  const internalApp = createInternalApp(internal, attempts, [serveObjects(shared, 'internal')]);
  const internalServer = await listenPrivately(createHandler(internalApp), internalSocket);
  const service = ownService({ attempts, objects, secret, now });
  const sign = { audience: 'internal', expiresInSeconds: settings.urlLifetime } as const;
  const processes = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder: join(dataDir, 'scratch'),
    base: `unix:${internalSocket}`,
    sign: {
      get: (key) => objects.signGet(key, sign),
      put: (key, maxBytes) => objects.signPut(key, { ...sign, maxBytes }),
    },
    openDocuments: (place) => openDocuments({ ...place, service, ...ocrDataFolder }),
    log,
    cores: shared.cores,
    allowedNets: allowedNets(shared.values),
    shareOf: shared.shareOf,
    followShares: shared.workspaces.follow,
    ...ocrDataFolder,
  });
  return { processes, internalServer, closeOwnService: () => service.close() };
}

const serveObjects = ({ objects, secret, now }: Shared, audience: Audience): ReturnType<typeof signedObjects> =>
  signedObjects((request, response) => serveSigned({ objects, secret, audience, now }, request, response));

/** Whether the console needs no key on this machine: the service listens to no other. */
const isOpenHere = ({ host, publicUrl, requireSignIn }: ServeValues): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host) && publicUrl === '' && !requireSignIn;

async function listenForClients(shared: Shared, deps: ApiDeps): Promise<Server> {
  const { values, settings, address } = shared;
  // An upload may take as long as its URL lasts; Node would end a request after five minutes.
  const server = createServer(
    {
      ...BEHIND_PROXIES,
      requestTimeout: settings.uploadUrlLifetime * 1000,
      shouldUpgradeCallback: wantsStatusSocket,
    },
    createHandler(createApp(deps, { before: [serveObjects(shared, 'public')] })),
  );
  answerStatusSockets(server, deps);
  const port = await listen(server, values.port, values.host);
  const isAnyAddress = values.host === '0.0.0.0' || values.host === '::';
  if (address.url === '') address.url = `http://${isAnyAddress ? 'localhost' : values.host}:${port}`;
  return server;
}

async function startManager(shared: Shared, processes: LocalProcesses): Promise<ControllerManager> {
  const { jobs, objects, ledger, settings, secret, now, log, metrics, shareOf, workspaces, batches, buckets } = shared;
  const { launcher, tasks, freeConverters } = processes;
  const manager = await startControllerManager({
    jobs,
    launcher,
    tasks,
    objects,
    ledger,
    settings,
    freeConverters,
    secret,
    now,
    log,
    metrics,
    native: 'by-need',
    ...(shared.classOf && { classOf: shared.classOf }),
    shareOf,
    followShares: workspaces.follow,
    ...(batches && buckets && { batches: { batches: batches.resources, buckets, workspaces } }),
    sweepSeconds: shared.values.sweepSeconds,
  });
  shared.controller.manager = manager;
  return manager;
}

/** The stores beside the data folder, for the log. */
const storesOf = ({ s3Bucket, redisUrl }: ServeValues): object => ({
  ...(s3Bucket && { bucket: s3Bucket }),
  ...(redisUrl && { redis: new URL(redisUrl).host }),
});

/** Runs the service until a signal stops it. */
export async function serveUntilStopped(values: ServeValues, json: boolean): Promise<void> {
  const { url, consoleUrl, key, log, stop } = await serve(values);
  const missing = await missingIsolation();
  if (json && missing.length > 0) log.warn({ missing }, 'isolation of converter processes is incomplete');
  process.stdout.write(
    json ? `${JSON.stringify({ url, consoleUrl, key })}\n` : welcome({ url, consoleUrl, key, missing }),
  );
  compileOcrOnce(workerProgram());
  await untilStopped(log);
  await stop();
}
