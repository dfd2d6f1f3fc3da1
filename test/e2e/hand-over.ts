import { get, k, leader, until } from './cluster.ts';
import { leadingProcess } from './host.ts';

/** How a leader ends: `gone` is killed with its pod, as with a node, while SIGKILL lets the kubelet start it again. */
export type Ending = 'SIGTERM' | 'SIGKILL' | 'gone';

/**
 * Ends the leading controller; answers the milliseconds until whoever leads next looked at a first job. There has to be
 * one.
 */
export async function handOver(ending: Ending): Promise<number> {
  // New pods: the kubelet lets one that ended often wait before it starts again.
  await k('rollout', 'restart', 'deployment/scriptorium-controller');
  await k('rollout', 'status', 'deployment/scriptorium-controller', '--timeout=120s');
  const pid = await leadingProcess();
  const pod = await leader();
  const began = Date.now();
  process.kill(pid, ending === 'gone' ? 'SIGKILL' : ending);
  if (ending === 'gone') await k('delete', 'pod', pod, '--force', '--grace-period=0', '--wait=false');
  return until('the next leader to look at a job', async () => {
    const { items } = await get<{ items: { metadata: { name: string } }[] }>(
      'pods',
      '-l',
      'app.kubernetes.io/component=controller',
    );
    for (const { metadata } of items) {
      const log = await k('logs', metadata.name, `--since-time=${new Date(began).toISOString()}`).catch(() => '');
      const line = log.split('\n').find((text) => text.includes('started reconciling jobs'));
      const at = line === undefined ? 0 : Date.parse((JSON.parse(line) as { time: string }).time);
      if (at > began) return at - began;
    }
    return undefined;
  });
}
