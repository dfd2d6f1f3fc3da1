import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import { apply, client, get, k, kubectl, NAMESPACE, until, type Client } from './cluster.ts';
import { isWhole, startLong } from './long-job.ts';
import { allSucceed, startSmall } from './worker-pods.ts';

const unique = `${Date.now()}`;
const LOST = `lost-${unique}`;

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly nodeName?: string };
}

/** A node without a kubelet: it takes pods until the cluster notices, and confirms the end of none. */
async function makeNode(since: string): Promise<void> {
  const labels = { 'kubernetes.io/hostname': LOST, 'kubernetes.io/os': 'linux' };
  await apply(NAMESPACE, JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: LOST, labels } }));
  await beat(since);
}

/** The cluster believes for 40 s that a node is there; on a busy machine it takes longer until converters are. */
async function beat(since: string): Promise<void> {
  const allocatable = { cpu: '16', memory: '32Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    lastHeartbeatTime: new Date().toISOString(),
    lastTransitionTime: since,
  };
  const status = { allocatable, capacity: allocatable, conditions: [ready] };
  await kubectl('patch', 'node', LOST, '--subresource=status', '--type=merge', '-p', JSON.stringify({ status }));
}

describe('converters of a node that is lost', { timeout: 600_000 }, () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`lost-${unique}`, 1000);
  });
  afterEach(nothingOrphaned);

  it('are replaced on another one, though their pods stay, those that ran and those that had not begun', async () => {
    // The worker that reads the document is on a node that stays.
    await allSucceed(acme, [await startSmall(acme, 'before')]);
    const nodes = (await kubectl('get', 'nodes', '-o', 'name')).split('\n');
    const since = new Date().toISOString();
    await makeNode(since);
    try {
      for (const node of nodes) await kubectl('cordon', node);
      const { id } = await startLong(acme, 'lost');
      const there = async (): Promise<Pod[]> =>
        (await get<{ items: Pod[] }>('pods', '-l', `scriptorium.dev/job-id=${id}`)).items.filter(
          ({ spec }) => spec.nodeName === LOST,
        );
      const [first] = await until('converters on the node', async () => {
        await beat(since);
        const pods = await there();
        return pods.length > 1 ? pods : undefined;
      });
      const status = {
        phase: 'Running',
        startTime: new Date().toISOString(),
        containerStatuses: [
          {
            name: 'converter',
            image: 'converter',
            imageID: 'converter',
            ready: true,
            restartCount: 0,
            state: { running: { startedAt: new Date().toISOString() } },
          },
        ],
      };
      const patch = JSON.stringify({ status });
      await k('patch', 'pod', first!.metadata.name, '--subresource=status', '--type=merge', '-p', patch);
      for (const node of nodes) await kubectl('uncordon', node);
      await isWhole(acme, id, 400);
      expect(await there()).toEqual([]);
    } finally {
      for (const node of nodes) await kubectl('uncordon', node);
      await kubectl('delete', 'node', LOST);
    }
  });
});
