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

/** What this system permits for child processes. Detected once, by trying it. */
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

/** What children need that isolation would take from them. */
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

async function works(command: readonly string[] | undefined): Promise<boolean> {
  if (!command) return false;
  try {
    await run(command[0]!, command.slice(1), { env: {}, timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** What a process sees that is started only to try it. */
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

/**
 * A user namespace makes the other namespaces possible without root, and takes a root service's powers from its
 * children. `setpriv` ties a child's life to ours: a busy process would not see its input close.
 */
export async function detectIsolation(needs: Needs = {}): Promise<Isolation> {
  const [unshare, setpriv, shell, yes] = await Promise.all(['unshare', 'setpriv', 'sh', 'true'].map(find));
  const death = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'];
  const hasDeath = yes !== undefined && death.length > 0 && (await works([...death, yes]));

  const sandboxed = (command: readonly string[], network: boolean, files: VisibleFiles): string[] => [
    ...(hasDeath ? death : []),
    unshare!,
    ...(network || needs.network ? NAMESPACES : [...NAMESPACES, '--net']),
    '--fork',
    '--kill-child',
    '--',
    shell!,
    '-c',
    sandboxScript(files),
    'sh',
    ...command,
  ];
  const hasSandbox =
    !needs.anyFile && hasDeath && unshare !== undefined && shell !== undefined
      ? await inTrial((files) => works(sandboxed([process.execPath, '--version'], false, files)))
      : false;

  const alone =
    unshare === undefined || needs.network ? undefined : [unshare, '--user', '--map-current-user', '--net', '--'];
  const hasNetwork = alone !== undefined && yes !== undefined && (hasSandbox || (await works([...alone, yes])));
  return {
    network: hasNetwork,
    sandbox: hasSandbox,
    parentDeath: hasDeath,
    wrap: (command, { network, files }) =>
      hasSandbox && files
        ? sandboxed(command, network, files)
        : [...(hasNetwork && !network ? alone : []), ...(hasDeath ? death : []), ...command],
  };
}
