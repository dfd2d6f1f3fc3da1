import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { Launcher, ProcessLimits } from '../launcher.ts';
import type { ChildKind, WorkerProgram } from './child.ts';
import { openErrands } from './errands.ts';
import type { Signer } from './errands.ts';
import { detectIsolation } from './isolation.ts';
import { openLaunches } from './launches.ts';
import { openPool } from './pool.ts';
import { clearLeftovers } from './scratch.ts';
import { openTurns } from '../turns.ts';

export interface LocalLauncherSettings {
  readonly program: WorkerProgram;
  /** Where children get their folders; emptied at the start. Absolute. */
  readonly scratchFolder: string;
  /** The API's internal port: `unix:/path/to/socket` or `http://…`. */
  readonly base: string;
  readonly sign: Signer;
  readonly log: Logger;
  /** Converter processes at a time; one per core unless told otherwise. */
  readonly cores?: number;
  /** Ceilings inside one conversion (`src/convert/limits.ts`), where they differ from the defaults. */
  readonly limits?: object;
  readonly heapMegabytes?: number;
  /** Processes that stand ready, by kind. */
  readonly ahead?: Readonly<Record<ChildKind, number>>;
  readonly probeLimits?: ProcessLimits;
  readonly drawLimits?: ProcessLimits;
  readonly fetchLimits?: ProcessLimits;
  /** Folder of data for OCR languages beside English; absolute, with links resolved. */
  readonly ocrDataFolder?: string;
  /** Networks (CIDR) that URLs may lead to although they are not public. */
  readonly allowedNets?: readonly string[];
}

const MIB = 1024 * 1024;
const PROBE_LIMITS: ProcessLimits = { memoryBytes: 1024 * MIB, seconds: 60, scratchBytes: 1024 * MIB };
const DRAW_LIMITS: ProcessLimits = { memoryBytes: 768 * MIB, seconds: 30, scratchBytes: 1024 * MIB };
const FETCH_LIMITS: ProcessLimits = { memoryBytes: 256 * MIB, seconds: 120, scratchBytes: 1024 * MIB };

/** The `Launcher` port with child processes: started ahead, each used once, held by limits on memory, time, scratch space and output. */
export async function openLocalLauncher(settings: LocalLauncherSettings): Promise<Launcher> {
  const { program, scratchFolder, base, sign, log, limits, ocrDataFolder } = settings;
  const cores = settings.cores ?? availableParallelism();
  const ended = await clearLeftovers(scratchFolder);
  const isolation = await detectIsolation();
  log.info(
    { emptyNetwork: isolation.network, endWithParent: isolation.parentDeath, endedLeftovers: ended, cores },
    'converter processes: isolation in force',
  );
  const pool = openPool({
    program,
    isolation,
    scratchFolder,
    readable: [
      ...(base.startsWith('unix:') ? [base.slice('unix:'.length)] : []),
      ...(ocrDataFolder === undefined ? [] : [ocrDataFolder]),
    ],
    heapMegabytes: settings.heapMegabytes ?? 1024,
    mostParked: 2 * cores,
    ahead: settings.ahead ?? { plain: cores + 1, native: 1, fetch: 1 },
  });
  const followers = new Set<(jobId: string) => void>();
  const launches = openLaunches({
    pool,
    turns: openTurns(cores),
    log,
    assignment: { base, ...(limits && { limits }), ...(ocrDataFolder !== undefined && { ocrDataFolder }) },
    changed: (jobId) => followers.forEach((changed) => changed(jobId)),
  });
  const errands = openErrands({
    pool,
    log,
    base,
    sign,
    ...(limits && { limits }),
    // Probes are short and a caller waits for them: they do not queue behind long ranges.
    probeTurns: openTurns(cores),
    // A page to look at waits rather than a conversion.
    drawTurns: openTurns(Math.max(1, Math.floor(cores / 2))),
    fetchTurns: openTurns(4),
    postTurns: openTurns(4),
    probeLimits: settings.probeLimits ?? PROBE_LIMITS,
    drawLimits: settings.drawLimits ?? DRAW_LIMITS,
    fetchLimits: settings.fetchLimits ?? FETCH_LIMITS,
    sizeSeconds: 10,
    postSeconds: 15,
    allowedNets: settings.allowedNets ?? [],
    parkProbes: true,
  });
  // A child that is just ending by itself may as well be ended: its outcome is in the store.
  const end = (jobId: string): Promise<void> => {
    pool.unpark(jobId)?.end('ended');
    return launches.end(jobId);
  };
  return {
    launch(launch) {
      launches.launch(launch);
      return Promise.resolve();
    },
    observe: (jobId) => Promise.resolve(launches.observe(jobId)),
    forget: end,
    end,
    follow(changed) {
      followers.add(changed);
      return () => {
        followers.delete(changed);
      };
    },
    probe: (request) => errands.probe(request),
    draw: (request) => errands.draw(request),
    fetch: (request) => errands.fetch(request),
    size: (url) => errands.size(url),
    post: (request) => errands.post(request),
    async close() {
      await launches.close();
      await pool.close();
    },
  };
}
