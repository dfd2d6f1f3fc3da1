import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { kubectl, until } from './cluster.ts';

const run = promisify(execFile);
const CLUSTER = resolve(import.meta.dirname, '../../../shared/cluster/cluster');

/** True where the cluster runs on this machine, so that its parts can be stopped, its processes killed and its connections cut. */
export const isHere = existsSync(CLUSTER);

/** Stops or starts a component: `kube-apiserver`, `kubelet`, `redis`, `versitygw`. */
export async function component(verb: 'stop' | 'start', name: string): Promise<void> {
  await run(CLUSTER, [verb, name]);
}

export async function apiServerReady(): Promise<void> {
  await until('the API server', async () => ((await kubectl('get', '--raw', '/readyz')) === 'ok' ? true : undefined));
}

/** The service's process in a pod: its container's own, found by its host name. */
export function processOf(pod: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (!readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('/app/dist/cli/main.js')) continue;
      if (readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(`HOSTNAME=${pod}`)) return Number(entry);
    } catch {
      // it has ended, or is not ours to read
    }
  }
  throw new Error(`there is no process of pod ${pod}`);
}

/** Adds rules to the machine's packet filter while `act` runs; each is the arguments after `iptables -I`. */
export async function withRules(rules: readonly (readonly string[])[], act: () => Promise<void>): Promise<void> {
  const added: (readonly string[])[] = [];
  try {
    for (const rule of rules) {
      await run('iptables', ['-w', '-I', ...rule]);
      added.push(rule);
    }
    await act();
  } finally {
    for (const rule of added) await run('iptables', ['-w', '-D', ...rule]);
  }
}
