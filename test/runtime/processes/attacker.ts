import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { openChannel } from '../../../src/worker/channel.ts';

/** What a process that a document has taken over goes for. */
export interface Targets {
  readonly type: 'targets';
  readonly adminSocket: string;
  readonly dataFolder: string;
  readonly otherScratch: string;
  readonly programFile: string;
  readonly parent: number;
  readonly port: number;
}

/** Tries everything, and answers what it reached. */
const channel = openChannel();
channel.send({ type: 'ready' });
const targets = (await channel.next()) as Targets;
const reached: string[] = [];

async function attempt(what: string, act: () => unknown): Promise<void> {
  try {
    const result = await act();
    if (result !== false) reached.push(what);
  } catch {
    // kept out
  }
}

async function makeKey(token: string | undefined): Promise<boolean> {
  const { adminSocket: socketPath } = targets;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return await new Promise((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: '/admin/v1/keys', headers }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on('error', reject);
    call.end(JSON.stringify({ workspace: 'stolen', scopes: ['documents:read'] }));
  });
}

await attempt('admin socket', () => makeKey(undefined));
await attempt('admin socket with its token', () =>
  makeKey(readFileSync(targets.adminSocket.replace(/sock$/, 'token'), 'utf8')),
);
await attempt('list of the data folder', () => readdirSync(`${targets.dataFolder}/jobs`));
await attempt('write to the data folder', () => writeFileSync(`${targets.dataFolder}/stolen`, ''));
await attempt('scratch of another process', () => readFileSync(`${targets.otherScratch}/input`));
await attempt('write to the scratch of another process', () => writeFileSync(`${targets.otherScratch}/output`, ''));
await attempt('names of other scratch folders', () =>
  readdirSync(dirname(targets.otherScratch)).includes(basename(targets.otherScratch)),
);
await attempt('write beside its scratch folder', () => writeFileSync(join(dirname(process.cwd()), 'stolen'), ''));
// Outside of a sandbox, this is the root of the machine.
await attempt('write to its root', () => (existsSync('/var') ? false : writeFileSync('/stolen', '')));
await attempt('own program', () => appendFileSync(targets.programFile, '//'));
await attempt('users of the system', () => readFileSync('/etc/passwd'));
await attempt('environment of the service', () => readFileSync(`/proc/${targets.parent}/environ`));
await attempt('environment of any process', () =>
  readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && includesSecret(`/proc/${pid}/environ`)),
);
await attempt('memory of the service', () => openSync(`/proc/${targets.parent}/mem`, 'r+'));
await attempt('process list', () => readdirSync('/proc').includes(String(targets.parent)));
await attempt('signals', () => process.kill(targets.parent, 0));
await attempt('power over a new namespace', () => execFileSync('unshare', ['--user', '--map-root-user', 'true']));
await attempt(
  'network',
  () =>
    new Promise((resolve, reject) => {
      connect(targets.port, '127.0.0.1').on('connect', resolve).on('error', reject);
    }),
);
channel.send({ type: 'result', reached });
await channel.next();

function includesSecret(path: string): boolean {
  try {
    return readFileSync(path, 'latin1').includes('SCRIPTORIUM_TEST_SECRET=');
  } catch {
    return false;
  }
}
