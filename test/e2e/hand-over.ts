import { get, k, until } from './cluster.ts';
import { leadingProcess } from './host.ts';

/** Sends a signal to the leading controller's process; answers the milliseconds until whoever leads next looked at a first job. There has to be one. */
export async function handOver(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const pid = await leadingProcess();
  const began = Date.now();
  process.kill(pid, signal);
  return until('the next leader to look at a job', async () => {
    const { items } = await get<{ items: { metadata: { name: string } }[] }>('pods', '-l', 'app.kubernetes.io/component=controller');
    for (const { metadata } of items) {
      const log = await k('logs', metadata.name, `--since-time=${new Date(began).toISOString()}`).catch(() => '');
      const line = log.split('\n').find((text) => text.includes('first job looked at'));
      const at = line === undefined ? 0 : Date.parse((JSON.parse(line) as { time: string }).time);
      if (at > began) return at - began;
    }
    return undefined;
  });
}
