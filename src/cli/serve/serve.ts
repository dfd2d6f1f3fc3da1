import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { listenPrivately } from '../../api/admin/listen.ts';
import { createApp } from '../../api/app.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { createInternalApp } from '../../api/internal/app.ts';
import { openAttempts } from '../../api/internal/attempts.ts';
import { keyring } from '../../api/credentials/keyring.ts';
import { signedObjects } from '../../api/middleware/signed-objects.ts';
import { openLocalJobs } from '../../runtime/files/jobs.ts';
import { openLocalWorkspaces } from '../../runtime/files/workspaces.ts';
import { openLocalProcesses } from '../../runtime/processes/processes.ts';
import { sharesOf } from '../../runtime/workspaces.ts';
import type { NudgeReason } from '../../ledger/ledger.ts';
import { serveSigned } from '../../objects/serve.ts';
import type { Audience } from '../../objects/objects.ts';
import { createLog, type Logger } from '../../telemetry/log.ts';
import { prettyLine } from '../../telemetry/pretty.ts';
import { startTracing } from '../../telemetry/start-tracing.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { adminSocketOf } from '../admin/client.ts';
import { listenForAdmin } from '../admin/listen.ts';
import { compileOcrOnce } from '../bundles/compiled-ocr.ts';
import { consoleSignIn } from './console-sign-in.ts';
import { startControllerManager, type ControllerManager } from '../controller-manager.ts';
import { BEHIND_PROXIES, closeServer, handlerOf, listen, untilStopped } from '../http.ts';
import { keptText } from '../stores/kept-text.ts';
import { makeFolder } from '../make-folder.ts';
import { findOcrData } from '../ocr/data.ts';
import { DEFAULT_SETTINGS } from '../../resource/settings.ts';
import { allowedNets, jobSettings, type EMBEDDED, type SERVICE, type Values, WrongSetting } from '../settings.ts';
import { missingIsolation } from './missing-isolation.ts';
import { openDocuments } from '../../worker/supervisor/documents.ts';
import { ownService } from './own-service.ts';
import { socketPath } from '../socket-path.ts';
import { openEmbeddedStores } from '../stores/embedded.ts';
import { reasonOf } from '../system-error.ts';
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

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(join(dataDir, 'run'), 0o700);
  } catch (error) {
    throw new WrongSetting(`Failed to use the data folder ${dataDir}: ${reasonOf(error)}.`);
  }
}

/**
 * The whole service in this process, with its data in one folder: the API, the controller, and a child process for
 * every document.
 */
async function serve(values: Values<typeof SERVICE & typeof EMBEDDED>): Promise<Service> {
  const dataDir = resolve(values.dataDir);
  const now = (): Date => new Date();
  const cores = values.cores || availableParallelism();
  const stated = jobSettings(values, Math.max(DEFAULT_SETTINGS.parallelism, cores));
  const ocrData = await findOcrData(stated.ocrLanguages, values.ocrDataDir || undefined);
  const settings = { ...stated, ocrLanguages: ocrData.languages };
  const terminal = { write: (line: string) => void process.stderr.write(prettyLine(line)) };
  const log = createLog({
    name: 'scriptorium',
    level: values.logLevel,
    to: process.stderr.isTTY ? terminal : 'stderr',
  });
  const metrics = createMetrics();
  const stopTracing = await startTracing(process.env, { service: 'scriptorium', log });

  makeDataFolder(dataDir);
  if (await answers(adminSocketOf(dataDir)))
    throw new WrongSetting(
      `Another service is already running in ${dataDir}. Two services cannot share a data folder.`,
    );
  const secret = await keptSecret(join(dataDir, 'secret'));
  const internalSocket = socketPath(dataDir, 'internal');

  let url = values.publicUrl.replace(/\/$/, '');
  const stores = await openEmbeddedStores({
    values,
    dataDir,
    urls: { secret, publicBase: () => url, internalBase: '' },
    log,
    metrics,
  });
  const { objects, ledger } = stores;
  const jobs = await openLocalJobs(join(dataDir, 'jobs'), now);
  const workspaces = await openLocalWorkspaces(join(dataDir, 'workspaces'));
  const shareOf = sharesOf(workspaces, settings);
  const slow = await prepareWorker();
  if (slow !== undefined) log.warn({ reason: slow }, 'starting worker processes from source, which is slower');
  let manager: ControllerManager | undefined;
  const shared = {
    objects,
    ledger,
    jobs,
    workspaces,
    settings,
    now,
    log,
    metrics,
    secret,
    keyring: keyring(objects, now),
    nudge: (jobId: string, why?: NudgeReason) => manager?.nudge(jobId, why),
  };
  const signed = (audience: Audience) =>
    signedObjects((request, response) => serveSigned({ objects, secret, audience, now }, request, response));
  // Before the processes, which are started with a view of this one socket.
  const attempts = openAttempts(shared);
  const internalApp = createInternalApp(shared, attempts, [signed('internal')]);
  const internal = await listenPrivately(handlerOf(internalApp), internalSocket);
  const service = ownService({ attempts, objects, secret, now });
  const ocrDataFolder = ocrData.folder === undefined ? {} : { ocrDataFolder: ocrData.folder };
  const processes = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder: join(dataDir, 'scratch'),
    base: `unix:${internalSocket}`,
    sign: {
      get: (key) => objects.signGet(key, { audience: 'internal', expiresInSeconds: settings.urlLifetime }),
      put: (key, maxBytes) =>
        objects.signPut(key, { audience: 'internal', expiresInSeconds: settings.urlLifetime, maxBytes }),
    },
    openDocuments: (place) => openDocuments({ ...place, service, ...ocrDataFolder }),
    log,
    cores,
    allowedNets: allowedNets(values),
    shareOf,
    followShares: workspaces.follow,
    ...ocrDataFolder,
  });
  const { launcher, tasks, freeConverters } = processes;

  const follower = await jobs.follow(() => {});
  const isLocal = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(values.host) && values.publicUrl === '';
  const signIn = consoleSignIn({ dataDir, objects, now, open: isLocal && !values.requireSignIn });
  const deps: ApiDeps & { secret: string } = { ...shared, follower, tasks, freeConverters, signIn };
  // An upload may take as long as its URL lasts; Node would end a request after five minutes.
  const publicServer = createServer(
    { ...BEHIND_PROXIES, requestTimeout: settings.uploadUrlLifetime * 1000 },
    handlerOf(createApp(deps, { before: [signed('public')] })),
  );
  const servers: Server[] = [internal, await listenForAdmin(deps, dataDir), publicServer];
  const port = await listen(publicServer, values.port, values.host);
  if (url === '')
    url = `http://${values.host === '0.0.0.0' || values.host === '::' ? 'localhost' : values.host}:${port}`;

  manager = await startControllerManager({
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
    shareOf,
    followShares: workspaces.follow,
    sweepSeconds: values.sweepSeconds,
  });
  const key = await firstKey(dataDir, objects, ledger, now());
  const { s3Bucket, redisUrl } = values;
  log.info(
    { url, dataDir, ...(s3Bucket && { bucket: s3Bucket }), ...(redisUrl && { redis: new URL(redisUrl).host }) },
    'ready',
  );

  return {
    url,
    consoleUrl: signIn.open ? `${url}/` : `${url}/#sign-in=${signIn.token}`,
    key,
    log,
    stop: async () => {
      service.close();
      await Promise.all(servers.map((server) => closeServer(server)));
      await manager.stop(() => processes.close());
      await follower.stop();
      await workspaces.close();
      await stores.close();
      await stopTracing();
    },
  };
}

/** Runs the service until it is told to stop. */
export async function serveUntilStopped(
  values: Values<typeof SERVICE & typeof EMBEDDED>,
  json: boolean,
): Promise<void> {
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

/** 32 random bytes that sign URLs and tokens, made once. */
async function keptSecret(path: string): Promise<string> {
  const secret = await keptText(path, randomBytes(32).toString('hex'));
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new WrongSetting(
      `${path} is damaged. Delete it to continue; signed URLs that were already issued become invalid.`,
    );
  return secret;
}

/** True when something listens on the socket. */
async function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
