/**
 * `npm run test:conformance`: judges the service by the whole REST interface, from outside (`kit/README.md`). It starts
 * a service, unless `BASE_URL` names one. There, keys and credits come from the command in `ADMIN`, which runs
 * `scriptorium` for it, such as `kubectl exec deploy/scriptorium-api -- scriptorium`, or from the environment, as the
 * kit describes. Arguments name the sections to run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startService } from '../interface/service.ts';

const KIT = join(import.meta.dirname, 'kit/run.mjs');
const FOLDER = resolve(import.meta.dirname, '../..');

async function runCommand(command: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-c', command], { env, cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return out;
}

/** Keys of three workspaces that nobody has used, with the credits that the kit expects. */
async function makeKeys(admin: string, env: NodeJS.ProcessEnv = process.env): Promise<NodeJS.ProcessEnv> {
  const run = `conformance-${Date.now().toString(36)}`;
  const [rich, other, poor] = [`${run}-rich`, `${run}-other`, `${run}-poor`] as const;
  const key = async (workspace: string, scope?: string): Promise<string> => {
    const scoped = scope === undefined ? '' : ` --scope documents:${scope}`;
    const made = await runCommand(`${admin} keys create --workspace ${workspace}${scoped} --json`, env);
    return (JSON.parse(made) as { key: string }).key;
  };
  const grant = (workspace: string, credits: number): string =>
    `${admin} credits grant --workspace ${workspace} --credits ${credits}`;
  const keys = {
    KEY: await key(rich),
    KEY_READ: await key(rich, 'read'),
    KEY_WRITE: await key(rich, 'write'),
    KEY_DELETE: await key(rich, 'delete'),
    KEY_OTHER: await key(other),
    KEY_POOR: await key(poor),
  };
  for (const command of [grant(rich, 5000), grant(other, 100), grant(poor, 3)]) await runCommand(command, env);
  return { ...keys, GRANT_POOR: grant(poor, 100) };
}

/** Runs the kit, shows what it says, and adds up its last line. */
async function runKit(env: NodeJS.ProcessEnv): Promise<{ readonly passed: number; readonly failed: number }> {
  const child = spawn(process.execPath, [KIT, ...process.argv.slice(2)], {
    env: { ...process.env, ...env },
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(process.stdout, { end: false });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await once(child, 'close');
  // Once more at the end, which is what a log of continuous integration shows.
  for (const [line] of out.matchAll(/^FALLS SHORT.*/gm)) console.log(line);
  const counted = /^(\d+) ok, (\d+) fall short/m.exec(out);
  return counted ? { passed: Number(counted[1]), failed: Number(counted[2]) } : { passed: 0, failed: 1 };
}

async function judge(): Promise<{ readonly passed: number; readonly failed: number }> {
  const { BASE_URL: baseUrl, ADMIN: admin } = process.env;
  if (baseUrl !== undefined) return runKit(admin === undefined ? {} : await makeKeys(admin));
  const service = await startService();
  try {
    const env = { ...process.env, SCRIPTORIUM_DATA_DIR: service.folder };
    const keys = await makeKeys(`"${process.execPath}" src/cli/main.ts`, env);
    return await runKit({ ...env, ...keys, BASE_URL: service.url });
  } finally {
    await service.stop();
  }
}

const { passed, failed } = await judge();
const results = process.env['RESULTS'];
if (results !== undefined) await writeFile(results, JSON.stringify({ numPassedTests: passed, numFailedTests: failed }));
process.exitCode = failed === 0 ? 0 : 1;
