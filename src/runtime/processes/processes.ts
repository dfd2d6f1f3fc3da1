import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { TaskName } from '../../protocol/tasks.ts';
import type { Share } from '../../scheduling/fair-queue.ts';
import type { Launcher, ProcessLimits } from '../launcher.ts';
import { signedTasks, type Signer, type Tasks } from '../tasks.ts';
import type { ChildKind, WorkerProgram } from './child.ts';
import { detectIsolation, type Isolation } from './isolation.ts';
import { documentsOfChildren, type DocumentsOf, type OpenDocuments } from './documents.ts';
import { localLauncher, type LocalLauncherSettings } from './launcher.ts';
import { openPool, type Pool, type PoolSettings } from './pool.ts';
import { clearLeftovers } from './scratch.ts';
import { processTaskRunner, taskPlaces, type TaskRunnerSettings } from './task-runner.ts';

export interface LocalProcessesSettings {
  readonly program: WorkerProgram;
  /** Where children get their folders; emptied at the start. Absolute. */
  readonly scratchFolder: string;
  /** The API's internal port: `unix:/path/to/socket` or `http://…`. */
  readonly base: string;
  readonly sign: Signer;
  readonly openDocuments: OpenDocuments;
  readonly log: Logger;
  /** Converter processes at a time; one per core by default. */
  readonly cores?: number;
  /** Ceilings inside one conversion (`packages/engine/src/limits.ts`), where they differ from the defaults. */
  readonly conversionLimits?: object;
  readonly heapMegabytes?: number;
  /** Processes that stand ready, by kind. */
  readonly warm?: Readonly<Record<ChildKind, number>>;
  /** Where they differ from the table of tasks. */
  readonly taskLimits?: Readonly<Partial<Record<TaskName, Partial<ProcessLimits>>>>;
  /** Folder of data for OCR languages beside English; absolute, with links resolved. */
  readonly ocrDataFolder?: string;
  /** Networks (CIDR) that URLs may lead to although they are not public. */
  readonly allowedNets?: readonly string[];
  /** A workspace's share of the places; equal by default. */
  readonly shareOf?: (workspace: string) => Share;
  /** Calls back when shares have changed. */
  readonly followShares?: (changed: () => void) => void;
}

/** Both ports to processes, on one pool of children. */
export interface LocalProcesses {
  readonly launcher: Launcher;
  readonly tasks: Tasks;
  /** Converters that would begin at once. */
  freeConverters(): number;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const SCRATCH_BYTES = 1024 * MIB;

/** Child processes: started ahead, each used once, held by limits on memory, time, scratch space and output. */
export async function openLocalProcesses(settings: LocalProcessesSettings): Promise<LocalProcesses> {
  const { scratchFolder, log, sign } = settings;
  const cores = settings.cores ?? availableParallelism();
  const endedLeftovers = await clearLeftovers(scratchFolder);
  const isolation = await detectIsolation();
  const { sandbox, network, parentDeath } = isolation;
  // Whoever starts the service reports missing programs, once.
  log.debug(
    { sandbox, emptyNetwork: network, endWithParent: parentDeath, endedLeftovers, cores },
    'isolation of converter processes',
  );
  const pool = openPool(poolSettings(settings, isolation, cores));
  // One for both: the process that probed a document has it open when it is converted.
  const shared: Shared = { pool, documentsOf: documentsOfChildren(settings.openDocuments), cores };
  const launcher = localLauncher(launcherSettings(settings, shared));
  const run = processTaskRunner(taskSettings(settings, shared));
  return {
    launcher,
    tasks: signedTasks(sign, run, (jobId) => pool.unpark(jobId)?.end('ended')),
    freeConverters: () => {
      const { waiting, running } = launcher.counts();
      return Math.max(0, cores - waiting - running);
    },
    close: async () => {
      await launcher.close();
      await pool.close();
    },
  };
}

function poolSettings(
  { program, scratchFolder, base, ocrDataFolder, heapMegabytes = 1024, warm }: LocalProcessesSettings,
  isolation: Isolation,
  cores: number,
): PoolSettings {
  return {
    program,
    isolation,
    scratchFolder,
    readable: [
      ...(base.startsWith('unix:') ? [base.slice('unix:'.length)] : []),
      ...(ocrDataFolder === undefined ? [] : [ocrDataFolder]),
    ],
    heapMegabytes,
    maxParked: 3 * cores,
    cores,
    warm: warm ?? { plain: cores + 1, native: 1, fetch: 1 },
  };
}

/** Options of launches and tasks alike. */
interface Shared {
  readonly pool: Pool;
  readonly documentsOf: DocumentsOf;
  readonly cores: number;
}

const equalShares = (): Share => ({ weight: 1 });

function launcherSettings(
  { base, log, conversionLimits, ocrDataFolder, shareOf, followShares }: LocalProcessesSettings,
  { pool, documentsOf, cores }: Shared,
): LocalLauncherSettings {
  return {
    pool,
    documentsOf,
    concurrency: cores,
    shareOf: shareOf ?? equalShares,
    followShares,
    log,
    assignment: {
      base,
      ...(conversionLimits && { limits: conversionLimits }),
      ...(ocrDataFolder !== undefined && { ocrDataFolder }),
    },
  };
}

function taskSettings(
  { base, log, shareOf, followShares, taskLimits, allowedNets }: LocalProcessesSettings,
  { pool, documentsOf, cores }: Shared,
): TaskRunnerSettings {
  return {
    pool,
    log,
    base,
    documentsOf,
    // Tasks have places of their own: they are short and a caller waits for them, which is not to be behind long
    // ranges.
    places: taskPlaces(cores),
    shareOf: shareOf ?? equalShares,
    followShares,
    scratchBytes: SCRATCH_BYTES,
    limits: { probe: { memoryBytes: 1024 * MIB }, ...taskLimits },
    allowedNets: allowedNets ?? [],
    parkProbes: true,
  };
}
