import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { kubectl, leader, until } from './cluster.ts';

const run = promisify(execFile);
const CLUSTER = resolve(import.meta.dirname, '../../../shared/cluster/cluster');

/**
 * True where the cluster runs on this machine, so that its parts can be stopped, its processes killed and its
 * connections cut.
 */
export const isHere = existsSync(CLUSTER);

/** Stops or starts a component: `kube-apiserver`, `kubelet`, `redis`, `versitygw`. */
export async function component(verb: 'stop' | 'start', name: string): Promise<void> {
  await run(CLUSTER, [verb, name]);
}

const BRIDGE = 'cni0';

/**
 * Fixes the MAC address of the bridge that connects the pods. A bridge whose address was never set takes the lowest of
 * its ports', so it changes as pods come and go. A pod that has the former one cached then loses what is on this
 * machine, DNS among it, for as long as connections to other pods keep the entry alive.
 */
export async function fixBridgeAddress(): Promise<void> {
  const file = `/sys/class/net/${BRIDGE}/address`;
  if (!existsSync(file)) return;
  const address = readFileSync(file, 'utf8').trim();
  // Without a port it has none; this one is locally administered.
  const fixed = address === '00:00:00:00:00:00' ? '02:00:00:00:00:01' : address;
  await run('ip', ['link', 'set', BRIDGE, 'address', fixed]);
}

/** Builds a folder's Dockerfile and loads it into the node. */
export async function buildImage(tag: string, folder: string): Promise<void> {
  await run(CLUSTER, ['build', tag, folder], { maxBuffer: 64 * 1024 * 1024 });
}

/**
 * Empties the volumes that were claimed in a namespace and are no more, so that they can be claimed again: nothing here
 * makes new ones.
 */
export async function freeVolumes(namespace: string): Promise<void> {
  const { items } = JSON.parse(await kubectl('get', 'persistentvolumes', '-o', 'json')) as {
    items: {
      metadata: { name: string };
      spec: { hostPath?: { path: string }; claimRef?: { namespace: string } };
      status: { phase: string };
    }[];
  };
  for (const { metadata, spec, status } of items) {
    if (status.phase !== 'Released' || spec.claimRef?.namespace !== namespace || spec.hostPath === undefined) continue;
    for (const entry of await readdir(spec.hostPath.path))
      await rm(join(spec.hostPath.path, entry), { recursive: true });
    await kubectl(
      'patch',
      'persistentvolume',
      metadata.name,
      '--type=json',
      '-p',
      '[{"op":"remove","path":"/spec/claimRef"}]',
    );
  }
}

export async function apiServerReady(): Promise<void> {
  await until('the API server', async () => ((await kubectl('get', '--raw', '/readyz')) === 'ok' ? true : undefined));
}

/** The process of the leading controller; waited for, since the last leader may be one that was just killed. */
export async function leadingProcess(): Promise<number> {
  return until('a leader that lives', async () => processOf(await leader()));
}

const programs = ['main.js', 'cluster/worker-container/start.cjs'];

/** The service's process in a pod: its container's own, found by its host name. */
export function processOf(pod: string, role = ''): number | undefined {
  return processes((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (!programs.some((program) => command.includes(`/app/dist/src/cli/${program} ${role}`))) return false;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOSTNAME=${pod}`);
  })[0];
}

function processes(isWanted: (pid: number) => boolean): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return isWanted(pid);
      } catch {
        // it has ended, or is not ours to read
        return false;
      }
    });
}

/** Kills all processes of a container at once, as the kernel does where it counts their memory together. */
export function killContainer(pod: string, role: string): void {
  const first = processOf(pod, role);
  if (first === undefined) throw new Error(`${pod} has no process of ${role}`);
  const cgroup = readFileSync(`/proc/${first}/cgroup`, 'utf8');
  for (const pid of processes((other) => readFileSync(`/proc/${other}/cgroup`, 'utf8') === cgroup))
    process.kill(pid, 'SIGKILL');
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

/** While `act` runs, one pod has no network, and has never had any: the new one whose address `find` answers. */
export async function withoutNetwork(find: () => Promise<string>, act: () => Promise<void>): Promise<void> {
  const rule = (from: string, verdict: 'ACCEPT' | 'DROP') =>
    ['PREROUTING', '-t', 'raw', '!', '-i', 'lo', '-s', from, '-j', verdict] as const;
  const everyPod = '10.244.0.0/24';
  const known = (await kubectl('get', 'pods', '-A', '-o', 'jsonpath={.items[*].status.podIP}')).split(' ');
  // All that is new, until it is known which.
  await withRules([rule(everyPod, 'DROP'), ...known.map((ip) => rule(ip, 'ACCEPT'))], async () => {
    const victim = await find();
    await withRules([rule(everyPod, 'ACCEPT'), rule(victim, 'DROP')], act);
  });
}

/** Adds Kueue to the cluster; it then sees every batch Job. */
export async function startKueue(): Promise<void> {
  await run(CLUSTER, ['kueue'], { maxBuffer: 64 * 1024 * 1024 });
}

/** Ends Kueue, and its webhooks with it: no Job can be created while they do not answer. */
export async function stopKueue(): Promise<void> {
  for (const kind of ['mutating', 'validating'])
    await kubectl(
      'delete',
      `${kind}webhookconfigurations`,
      `kueue-${kind}-webhook-configuration`,
      '--ignore-not-found',
    );
  await component('stop', 'kueue');
}

/** What the S3 server answered, a line for each request. */
export const storeLog = '/var/lib/testcluster/log/versitygw.log';
