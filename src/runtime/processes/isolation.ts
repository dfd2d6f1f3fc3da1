import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sandboxScript, type VisibleFiles } from './sandbox.ts';

const run = promisify(execFile);

interface WrapOptions {
  /** Keeps the network. */
  readonly network: boolean;
  /** All that the process sees of the file system; everything if left out. */
  readonly files?: VisibleFiles;
}

/** The isolation that this system permits for child processes. Detected once, by trying it. */
export interface Isolation {
  /** Children get an empty network namespace. */
  readonly network: boolean;
  /** Children see the files of their task alone, and no process but their own. */
  readonly sandbox: boolean;
  /** The kernel kills children when the service's process ends, even those that no longer listen to anything. */
  readonly parentDeath: boolean;
  /** The command line that starts `command` under all that is permitted. */
  wrap(command: readonly string[], options: WrapOptions): string[];
}

/** Paths that children need and that isolation would hide. */
interface Needs {
  /** Documents come over HTTP rather than through a socket in the file system. */
  readonly network?: boolean;
  /** Documents are a user's own files, wherever they lie. */
  readonly anyFile?: boolean;
}

const NAMESPACES = ['--user', '--map-root-user', '--mount', '--ipc', '--pid'];

async function find(program: string): Promise<string | undefined> {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin']) {
    const path = `${folder}/${program}`;
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // not here
    }
  }
  return undefined;
}

async function succeeds(command: readonly string[]): Promise<boolean> {
  try {
    await run(command[0]!, command.slice(1), { env: {}, timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** The file system of a process that is started only to try isolation. */
async function inTrial(act: (files: VisibleFiles) => Promise<boolean>): Promise<boolean> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'scriptorium-trial-')));
  const writable = join(folder, 'run');
  await mkdir(writable);
  try {
    return await act({ readable: [process.execPath], writable, roots: join(folder, 'roots') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The installed ones among the programs that isolation needs. */
interface Programs {
  readonly unshare: string | undefined;
  readonly shell: string | undefined;
  /** Does nothing: it is started only to try what is put before it. */
  readonly yes: string | undefined;
  /** Puts `setpriv` before a command; empty without it. */
  readonly death: readonly string[];
}

async function findPrograms(): Promise<Programs> {
  const [unshare, setpriv, shell, yes] = await Promise.all(['unshare', 'setpriv', 'sh', 'true'].map(find));
  const death = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'];
  return { unshare, shell, yes, death };
}

/** The command line of a sandbox; undefined where a program is missing, or it is not wanted. */
type Sandbox = (command: readonly string[], network: boolean, files: VisibleFiles) => string[];

function chooseSandbox({ unshare, shell, death }: Programs, needs: Needs): Sandbox | undefined {
  if (needs.anyFile || death.length === 0 || unshare === undefined || shell === undefined) return undefined;
  return (command, network, files) => [
    ...death,
    unshare,
    ...(network || needs.network ? NAMESPACES : [...NAMESPACES, '--net']),
    '--fork',
    '--kill-child',
    '--',
    shell,
    '-c',
    sandboxScript(files),
    'sh',
    ...command,
  ];
}

/**
 * A user namespace makes the other namespaces possible without root, and takes a root service's powers from its
 * children. `setpriv` ties a child's life to ours: a busy process would not see its input close.
 */
export async function detectIsolation(needs: Needs = {}): Promise<Isolation> {
  const programs = await findPrograms();
  const { unshare, yes, death } = programs;
  const works = async (before: readonly string[]): Promise<boolean> =>
    yes !== undefined && before.length > 0 && (await succeeds([...before, yes]));

  const parentDeath = await works(death);
  const tried = parentDeath ? chooseSandbox(programs, needs) : undefined;
  const hasSandbox =
    tried !== undefined && (await inTrial((files) => succeeds(tried([process.execPath, '--version'], false, files))));
  const sandbox = hasSandbox ? tried : undefined;

  const alone = unshare === undefined || needs.network ? [] : [unshare, '--user', '--map-current-user', '--net', '--'];
  const network = yes !== undefined && alone.length > 0 && (hasSandbox || (await works(alone)));
  return {
    network,
    sandbox: hasSandbox,
    parentDeath,
    wrap: (command, { network: keepsNetwork, files }) =>
      sandbox && files
        ? sandbox(command, keepsNetwork, files)
        : [...(network && !keepsNetwork ? alone : []), ...(parentDeath ? death : []), ...command],
  };
}
