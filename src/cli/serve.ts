import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { createAdminApp } from '../api/admin/app.ts';
import { listenPrivately } from '../api/admin/listen.ts';
import { createApp } from '../api/app.ts';
import type { ApiDeps } from '../api/deps.ts';
import { createInternalApp } from '../api/internal/app.ts';
import { keyring } from '../api/keyring.ts';
import { signedObjects } from '../api/middleware/signed-objects.ts';
import { openLocalJobs } from '../cluster/local/jobs.ts';
import { openLocalLauncher } from '../cluster/local/launcher.ts';
import { presentEnded } from '../api/jobs/present.ts';
import { startController, type Controller } from '../controller/controller.ts';
import { startWebhooks } from '../controller/webhooks.ts';
import { memoryLedger } from '../ledger/memory.ts';
import { localObjects } from '../objects/local.ts';
import { serveSigned } from '../objects/serve.ts';
import type { Audience } from '../objects/objects.ts';
import { countEnded } from '../records/count-ended.ts';
import { gatherLedgerFacts } from '../records/ledger-facts.ts';
import { createLog, type Logger } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { adminSocketOf } from './admin/client.ts';
import { closeServer, handlerOf, listen, untilStopped } from './http.ts';
import { countReconciles, countWebhooks, watchGauges } from './observe-jobs.ts';
import { findOcrData } from './ocr-data.ts';
import { allowedNets, jobSettings, type EMBEDDED, type SERVICE, type Values, WrongSetting } from './settings.ts';
import { socketPath } from './socket-path.ts';
import { startSweeps } from './sweeps.ts';
import { firstKey, welcome } from './welcome.ts';
import { prepareWorker, workerProgram } from './worker-program.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
  readonly log: Logger;
  stop(): Promise<void>;
}

/** The whole service in this process, with its data in one folder: the API, the controller, and a child process for every document. */
export async function serve(values: Values<typeof SERVICE & typeof EMBEDDED>): Promise<Service> {
  const dataDir = resolve(values.dataDir);
  const now = (): Date => new Date();
  const settings = jobSettings(values);
  const ocrDataFolder = await findOcrData(settings.ocrLanguages, values.ocrDataDir || undefined);
  const log = createLog({ name: 'scriptorium', level: values.logLevel, to: 'stderr' });
  const metrics = createMetrics();

  await mkdir(join(dataDir, 'run'), { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new WrongSetting(`The data folder ${dataDir} cannot be used: ${error.message}.`);
  });
  const adminSocket = adminSocketOf(dataDir);
  if (await answers(adminSocket))
    throw new WrongSetting(`A service runs in ${dataDir} already; two cannot share a data folder.`);
  const secret = await keptSecret(join(dataDir, 'secret'));
  const internalSocket = socketPath(dataDir, 'internal');

  let url = values.publicUrl.replace(/\/$/, '');
  const objects = localObjects({ folder: join(dataDir, 'objects'), secret, publicBase: () => url, internalBase: '' });
  const ledger = memoryLedger();
  await ledger.rebuild(() => gatherLedgerFacts(objects, now()));
  const jobs = await openLocalJobs(join(dataDir, 'jobs'), now);
  const slow = await prepareWorker();
  if (slow !== undefined) log.warn({ reason: slow }, 'worker processes start from their sources, which is slower');
  const launcher = await openLocalLauncher({
    program: workerProgram(),
    scratchFolder: join(dataDir, 'scratch'),
    base: `unix:${internalSocket}`,
    sign: {
      get: (key) => objects.signGet(key, { audience: 'internal', expiresInSeconds: settings.urlLifetime }),
      put: (key, bytes) =>
        objects.signPut(key, { audience: 'internal', expiresInSeconds: settings.urlLifetime, bytes }),
    },
    log,
    cores: values.cores || availableParallelism(),
    allowedNets: allowedNets(values),
    ...(ocrDataFolder !== undefined && { ocrDataFolder }),
  });

  let controller: Controller | undefined;
  const follower = await jobs.follow(() => {});
  const deps: ApiDeps & { secret: string } = {
    objects,
    ledger,
    jobs,
    follower,
    launcher,
    settings,
    now,
    log,
    metrics,
    secret,
    keyring: keyring(objects, now),
    nudge: (jobId, why) => controller?.nudge(jobId, why),
  };
  const signed = (audience: Audience) =>
    signedObjects((request, response) => serveSigned({ objects, secret, audience, now }, request, response));
  // An upload may take as long as its URL lasts; Node would end a request after five minutes.
  const publicServer = createServer(
    { requestTimeout: settings.uploadUrlLifetime * 1000 },
    handlerOf(createApp(deps, { before: [signed('public')] })),
  );
  const servers: Server[] = [
    await listenPrivately(handlerOf(createInternalApp(deps, [signed('internal')])), internalSocket),
    await listenPrivately(handlerOf(createAdminApp(deps)), adminSocket),
    publicServer,
  ];
  const port = await listen(publicServer, values.port, values.host);
  if (url === '')
    url = `http://${values.host === '0.0.0.0' || values.host === '::' ? 'localhost' : values.host}:${port}`;

  const webhooks = startWebhooks({
    objects,
    launcher,
    secret,
    now,
    log,
    present: presentEnded,
    searchSeconds: values.sweepSeconds,
    ...countWebhooks(metrics),
  });
  controller = await startController({
    jobs,
    launcher,
    objects,
    ledger,
    settings,
    secret,
    now,
    log,
    native: 'by-need',
    onEnded: (intent, stored) => countEnded(metrics, intent, stored.ending),
    onWebhook: webhooks.look,
    ...countReconciles(metrics),
  });
  const stopSweeps = startSweeps(
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
  );
  metrics.leader.set(1);
  const stopGauges = watchGauges(metrics, follower, ledger, now);
  const key = await firstKey(dataDir, objects, ledger, now());
  log.info({ url, dataDir }, 'ready');

  return {
    url,
    key,
    log,
    stop: async () => {
      stopGauges();
      await stopSweeps();
      await Promise.all(servers.map(closeServer));
      await controller.stop();
      const sent = webhooks.stop();
      await launcher.close();
      await sent;
      await follower.stop();
      await ledger.close();
    },
  };
}

/** Runs the service until it is told to stop. */
export async function serveUntilStopped(
  values: Values<typeof SERVICE & typeof EMBEDDED>,
  json: boolean,
): Promise<void> {
  const { url, key, log, stop } = await serve(values);
  process.stdout.write(json ? `${JSON.stringify({ url, key })}\n` : welcome(url, key));
  await untilStopped(log);
  await stop();
}

/** 32 random bytes that sign URLs and tokens, made once. */
async function keptSecret(path: string): Promise<string> {
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = await readFile(path, 'utf8');
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new WrongSetting(`${path} is damaged; delete it, and signed addresses that were given out end.`);
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
