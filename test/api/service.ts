import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Jobs } from '../../src/runtime/jobs.ts';
import type { ServedObjects } from '../../src/objects/objects.ts';
import type { UrlSettings } from '../../src/objects/signed-url.ts';
import type { Passwords } from '../../src/runtime/passwords.ts';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Koa from 'koa';
import { createApp } from '../../src/api/app.ts';
import { answerStatusSockets, wantsStatusSocket } from '../../src/api/drop-in/docling/status-socket.ts';
import { listenPrivately } from '../../src/api/admin/listen.ts';
import type { ApiDeps, RateLimit } from '../../src/api/deps.ts';
import { createInternalApp } from '../../src/api/internal/app.ts';
import { openAttempts } from '../../src/api/internal/attempts.ts';
import { keyring } from '../../src/api/credentials/keyring.ts';
import { signedObjects } from '../../src/api/middleware/signed-objects.ts';
import { adminSocketOf } from '../../src/cli/admin/client.ts';
import { listenForAdmin } from '../../src/cli/admin/listen.ts';
import { workerProgram } from '../../src/cli/bundles/worker-program.ts';
import { ownService } from '../../src/cli/serve/own-service.ts';
import { socketPath } from '../../src/cli/socket-path.ts';
import { openLocalJobs } from '../../src/runtime/files/jobs.ts';
import { openLocalWorkspaces } from '../../src/runtime/files/workspaces.ts';
import { sharesOf } from '../../src/runtime/workspaces.ts';
import type { Launcher } from '../../src/runtime/launcher.ts';
import { openLocalProcesses, type LocalProcesses } from '../../src/runtime/processes/processes.ts';
import type { Tasks } from '../../src/runtime/tasks.ts';
import { presentEnded } from '../../src/api/jobs/present.ts';
import { startController, type Controller } from '../../src/controller/controller.ts';
import { startWebhooks, type Webhooks } from '../../src/controller/webhooks.ts';
import { newGrantId } from '../../src/resource/ids.ts';
import { DEFAULT_SETTINGS, type JobSettings } from '../../src/resource/settings.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { localObjects } from '../../src/objects/local.ts';
import { serveSigned } from '../../src/objects/serve.ts';
import { createApiKey } from '../../src/api/credentials/api-keys.ts';
import { audit, type Finding } from '../../src/accounting/audit.ts';
import { grantCredits } from '../../src/accounting/grants.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { DOCUMENT_SCOPES, type Scope } from '../../src/records/types.ts';
import { createLog, type LogLevel } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { openDocuments } from '../../src/worker/supervisor/documents.ts';
import { client, type Client } from './client.ts';

export interface TestService {
  readonly base: string;
  readonly folder: string;
  readonly adminSocket: string;
  readonly internalSocket: string;
  readonly deps: ApiDeps;
  readonly launcher: Launcher;
  readonly secret: string;
  key(workspace: string, scopes?: readonly Scope[]): Promise<string>;
  grant(workspace: string, credits: number): Promise<void>;
  /** A client with a key of all scopes and so many credits, in a workspace of its own unless one is named. */
  workspace(credits?: number, name?: string): Promise<{ readonly call: Client; readonly name: string }>;
  /** Moves the service's clock on. */
  pass(seconds: number): void;
  /** Another replica of the public API, on the same stores. */
  replica(): Promise<string>;
  /** Starts the controller, so that accepted jobs are converted. */
  startController(): Promise<void>;
  /** A sender of webhooks, as each controller that leads has one. */
  startWebhooks(): Webhooks;
  findings(): Promise<readonly Finding[]>;
  close(): Promise<void>;
}

/** The whole service in this process, with the embedded adapters and real converter processes, on a free port. */
export async function openService(
  options: {
    readonly settings?: Partial<JobSettings>;
    readonly rateLimit?: RateLimit;
    readonly logLevel?: LogLevel;
    readonly wrap?: (deps: ApiDeps) => ApiDeps;
    readonly passwords?: Passwords;
    /** In place of those of the data folder. */
    readonly objects?: (urls: UrlSettings) => ServedObjects;
    readonly jobs?: Jobs;
    /** Called for each job that the controller ended. */
    readonly onEnded?: (jobId: string) => void;
    /** Converter processes at a time; one per core unless told otherwise. */
    readonly cores?: number;
  } = {},
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'scr-api-'));
  const secret = randomBytes(32).toString('hex');
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  // What an idle service answers, on a machine that may be busy.
  const settings = { ...DEFAULT_SETTINGS, documentWait: 60, ...options.settings };
  const log = createLog({ name: 'test', level: options.logLevel ?? 'warn', to: 'stderr' });
  const metrics = createMetrics({ process: false });
  let base = '';
  const urls = { secret, publicBase: () => base, internalBase: '', now };
  const objects = options.objects?.(urls) ?? localObjects({ folder: join(folder, 'objects'), ...urls });
  const ledger = memoryLedger();
  await ledger.rebuild(() => gatherLedgerFacts(objects, now()));
  const jobs = options.jobs ?? (await openLocalJobs(join(folder, 'jobs'), now));
  const workspaces = await openLocalWorkspaces(join(folder, 'workspaces'));
  const shareOf = sharesOf(workspaces, settings);
  const internalSocket = socketPath(folder, 'internal');
  const processes = openLater(() =>
    openLocalProcesses({
      program: workerProgram(),
      scratchFolder: join(folder, 'scratch'),
      base: `unix:${internalSocket}`,
      sign: {
        get: (key) => objects.signGet(key, { audience: 'internal', expiresInSeconds: 900 }),
        put: (key, maxBytes) => objects.signPut(key, { audience: 'internal', expiresInSeconds: 900, maxBytes }),
      },
      openDocuments: (place) => openDocuments({ ...place, service }),
      log,
      shareOf,
      followShares: workspaces.follow,
      allowedNets: ['127.0.0.0/8', '::1/128'],
      ...(options.cores !== undefined && { cores: options.cores }),
    }),
  );
  const { launcher, tasks, freeConverters } = processes;
  const view = await jobs.follow(() => {});
  let controller: Controller | undefined;
  const nudge = (jobId: string): void => controller?.nudge(jobId);
  const deps: ApiDeps = {
    objects,
    ledger,
    jobs,
    follower: view,
    workspaces,
    tasks,
    settings,
    freeConverters,
    now,
    log,
    metrics,
    nudge,
    secret,
    keyring: keyring(objects, now),
  };
  const attempts = openAttempts({ ...deps, secret });
  const service = ownService({ attempts, objects, secret, now });
  const serve = (audience: 'public' | 'internal') =>
    signedObjects((request, response) => serveSigned({ objects, secret, audience, now }, request, response));
  const appOptions = { before: [serve('public')], ...(options.rateLimit ? { rateLimit: options.rateLimit } : {}) };
  const app = createApp(options.wrap?.(deps) ?? deps, appOptions);
  const server = createServer({ shouldUpgradeCallback: wantsStatusSocket }, handlerOf(app));
  answerStatusSockets(server, deps);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replicas: Server[] = [];
  const senders: Webhooks[] = [];
  const startSender = (): Webhooks => {
    const sender = startWebhooks({
      objects,
      tasks,
      secret,
      now,
      log,
      present: presentEnded,
      searchSeconds: 3600,
      onTried: (outcome) => metrics.webhooks.inc({ outcome }),
    });
    senders.push(sender);
    return sender;
  };
  const internal = await listenPrivately(
    handlerOf(createInternalApp({ ...deps, secret }, attempts, [serve('internal')])),
    internalSocket,
  );
  const adminSocket = adminSocketOf(folder);
  const admin = await listenForAdmin({ ...deps, secret }, folder);
  const key: TestService['key'] = async (workspace, scopes = DOCUMENT_SCOPES) =>
    (await createApiKey(objects, { workspace, scopes, now: now() })).key;
  const grant: TestService['grant'] = async (workspace, credits) => {
    await grantCredits(objects, ledger, { id: newGrantId(now()), workspace, credits, createdAt: now().toISOString() });
  };
  let made = 0;
  return {
    get base() {
      return base;
    },
    folder,
    adminSocket,
    internalSocket,
    deps,
    launcher,
    secret,
    key,
    grant,
    workspace: async (credits = 0, name = `w${made++}`) => {
      if (credits > 0) await grant(name, credits);
      return { name, call: client(base, await key(name)) };
    },
    pass: (seconds) => {
      ahead += seconds * 1000;
    },
    replica: async () => {
      const other = createServer(handlerOf(createApp({ ...deps }, appOptions)));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      replicas.push(other);
      return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    },
    startController: async () => {
      const webhooks = startSender();
      controller = await startController({
        jobs,
        launcher,
        tasks,
        objects,
        ledger,
        settings,
        freeConverters,
        secret,
        ...(options.passwords && { passwords: options.passwords }),
        now,
        log,
        native: 'by-need',
        shareOf,
        followShares: workspaces.follow,
        onWebhook: webhooks.look,
        onEnded: ({ jobId }) => options.onEnded?.(jobId),
      });
    },
    startWebhooks: startSender,
    findings: async () => (await audit({ objects, ledger, now: now(), quiet: true })).findings,
    close: async () => {
      await controller?.stop();
      const sent = senders.map((sender) => sender.stop());
      await processes.close();
      await Promise.all(sent);
      await Promise.all([server, internal, admin, ...replicas].map(closeServer));
      await view.stop();
      await ledger.close();
      // what a client that left has asked for may still be written
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Many tests never touch a document: converter processes are started ahead only when the first one is asked for. */
function openLater(open: () => Promise<LocalProcesses>): LocalProcesses {
  let opened: Promise<LocalProcesses> | undefined;
  let processes: LocalProcesses | undefined;
  const openOnce = (): Promise<LocalProcesses> =>
    (opened ??= open().then((ready) => {
      processes = ready;
      return ready;
    }));
  const launcher = async (): Promise<Launcher> => (await openOnce()).launcher;
  const tasks = async (): Promise<Tasks> => (await openOnce()).tasks;
  const close = async (): Promise<void> => (await opened)?.close();
  const followers = new Set<(jobId: string) => void>();
  return {
    launcher: {
      launch: async (launch) => (await launcher()).launch(launch),
      observe: async (jobId) => (opened ? (await launcher()).observe(jobId) : []),
      forget: async (jobId) => (await opened)?.launcher.forget(jobId),
      end: async (jobId) => (await opened)?.launcher.end(jobId),
      follow(changed) {
        followers.add(changed);
        void launcher().then((real) => real.follow((jobId) => followers.forEach((follower) => follower(jobId))));
        return () => followers.delete(changed);
      },
      counts: () => ({ waiting: 0, running: 0 }),
      close,
    },
    tasks: {
      probe: async (request, signal) => (await tasks()).probe(request, signal),
      draw: async (request) => (await tasks()).draw(request),
      fetch: async (request, signal) => (await tasks()).fetch(request, signal),
      size: async (request) => (await tasks()).size(request),
      ask: async (request) => (await tasks()).ask(request),
      post: async (request) => (await tasks()).post(request),
      release: (jobId) => void opened?.then((real) => real.tasks.release(jobId)),
    },
    freeConverters: () => processes?.freeConverters() ?? 0,
    close,
  };
}

function handlerOf(app: Koa): RequestListener {
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
