import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What this system permits for child processes. Detected once, by trying it. */
export interface Isolation {
  /** Children get an empty network namespace. */
  readonly network: boolean;
  /** The kernel kills children when the service's process ends, even those that no longer listen to anything. */
  readonly parentDeath: boolean;
  /** The command line that starts `command` under all that is permitted; `network` keeps the network. */
  wrap(command: readonly string[], options: { readonly network: boolean }): string[];
}

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

async function works(command: readonly string[]): Promise<boolean> {
  try {
    await run(command[0]!, command.slice(1), { env: {}, timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * A user namespace of its own makes the network namespace possible without root, and takes a root service's powers from
 * its children. `setpriv` ties a child's life to ours: a busy process would not see its input close. With
 * `needs.network` every child keeps the network, for where documents come over HTTP rather than through a socket in the
 * file system.
 */
export async function detectIsolation(needs: { readonly network: boolean } = { network: false }): Promise<Isolation> {
  const [unshare, setpriv, yes] = await Promise.all([find('unshare'), find('setpriv'), find('true')]);
  const network =
    unshare && yes && !needs.network ? [unshare, '--user', '--map-current-user', '--net', '--'] : undefined;
  const death = setpriv && yes ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'] : undefined;
  const hasNetwork = network !== undefined && (await works([...network, yes!]));
  const hasDeath = death !== undefined && (await works([...death, yes!]));
  return {
    network: hasNetwork,
    parentDeath: hasDeath,
    wrap: (command, options) => [
      ...(hasNetwork && !options.network ? network : []),
      ...(hasDeath ? death : []),
      ...command,
    ],
  };
}
