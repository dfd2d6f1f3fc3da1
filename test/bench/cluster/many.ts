import { setTimeout as sleep } from 'node:timers/promises';
import { createKubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';
import { client as openClient, leader, NAMESPACE, type Client } from '../../e2e/cluster.ts';
import { mebibytes, metricsOf, quantile, report, seconds, timed, workingSets } from './report.ts';

const COLLECTION = `/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs`;
const AT_ONCE = 16;

/**
 * The controller with many resources: `finished` that only wait for their TTL, `active` that wait for credits and are
 * looked at again and again.
 */
export async function many(acme: Client, source: object, finished: number, active: number): Promise<void> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  // A workspace whose one credit is spent: its jobs wait.
  const poor = await openClient(`bench-poor-${Date.now()}`, 1);
  await timed(poor, { type: 'document', documentId: await poor.upload('note.txt', 'The last credit.') });
  const make = async (kind: string, i: number): Promise<void> => {
    const name = `bench-${kind}-${i}`;
    const spec = {
      workspace: kind === 'finished' ? acme.workspace : poor.workspace,
      source: { type: 'external', fileUrl: 'https://example.org/never.pdf' },
    };
    await client.call({
      method: 'POST',
      path: COLLECTION,
      body: {
        apiVersion: 'scriptorium.dev/v1alpha1',
        kind: 'ConversionJob',
        metadata: { name },
        spec: { ...spec, ...(kind === 'finished' ? { ttlSecondsAfterFinished: 86_400 } : {}) },
      },
    });
    if (kind !== 'finished') return;
    const now = new Date().toISOString();
    await client.call({
      method: 'PATCH',
      path: `${COLLECTION}/${name}/status`,
      body: {
        status: {
          state: 'succeeded',
          stage: 'complete',
          progress: 100,
          finishedAt: now,
          updatedAt: now,
          conditions: [{ type: 'Complete', status: 'True', reason: 'Converted', lastTransitionTime: now }],
        },
      },
    });
  };
  const remove = (kind: string, i: number): Promise<unknown> =>
    client.call({ method: 'DELETE', path: `${COLLECTION}/bench-${kind}-${i}` });
  const all = async (each: typeof remove, kind: string, count: number): Promise<void> => {
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < count) await each(kind, next++);
      }),
    );
  };
  try {
    report('controller alone: working set', mebibytes((await workingSets()).get(await leader()) ?? 0));
    await all(make, 'finished', finished);
    await all(make, 'active', active);
    await sleep(45_000);
    const before = await histogram();
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const { began, ended } = await timed(acme, source);
      times.push(ended - began);
    }
    await sleep(60_000);
    report(
      `controller with ${finished} finished and ${active} active resources: working set`,
      mebibytes((await workingSets()).get(await leader()) ?? 0),
    );
    const during = (await histogram()).map((count, i) => count - before[i]!);
    report(
      'its reconciles meanwhile',
      `${during.at(-1)} in all: p50 within ${bound(during, 0.5)}, p99 within ${bound(during, 0.99)}`,
    );
    report('a one-page job meanwhile, createJob to `succeeded` (10)', `p50 ${seconds(quantile(times, 0.5))}`);
  } finally {
    await all(remove, 'finished', finished);
    await all(remove, 'active', active);
    await client.close();
  }
}

const BOUNDS = ['0.001', '0.005', '0.01', '0.05', '0.1', '0.5', '1', '5', '+Inf'] as const;

/** Reconciles of the leader that took no longer than each bound. */
async function histogram(): Promise<number[]> {
  const text = (await metricsOf('controller')).get(await leader()) ?? '';
  return BOUNDS.map((bound) =>
    Number(
      new RegExp(`^scriptorium_reconcile_seconds_bucket\\{le="${bound.replace('+', '\\+')}"[^}]*\\} (\\d+)`, 'm').exec(
        text,
      )?.[1] ?? 0,
    ),
  );
}

function bound(counts: readonly number[], q: number): string {
  const index = counts.findIndex((count) => count >= counts.at(-1)! * q);
  return `${Number(BOUNDS[index]) * 1000} ms`;
}
