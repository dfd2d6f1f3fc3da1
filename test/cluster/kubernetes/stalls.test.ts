import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKubeClient } from '../../../src/cluster/kubernetes/client.ts';
import { failuresOf } from '../../../src/cluster/kubernetes/job-status.ts';
import { kubeconfigAccess } from '../../../src/cluster/kubernetes/kubeconfig.ts';
import { kubernetesLauncher } from '../../../src/cluster/kubernetes/launcher.ts';
import type { PodSettings } from '../../../src/cluster/kubernetes/manifest.ts';
import { stallOfEvents, stallOfPod } from '../../../src/cluster/kubernetes/stalls.ts';
import type { Launch, Launcher, Stall } from '../../../src/cluster/launcher.ts';
import { conversionJobCrd } from '../../../src/job/crd.ts';
import { openNamespace, ownerOf, type TestNamespace } from './namespace.ts';

describe('what keeps a pod from starting', () => {
  const waiting = (reason: string) => ({
    status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason, message: 'because' } } }] },
  });
  const unscheduled = (message: string) => ({
    status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] },
  });

  it('is told in the words of the kubelet or the scheduler', () => {
    expect(stallOfPod(waiting('ImagePullBackOff') as never)).toEqual({
      reason: 'ImagePullBackOff',
      message: 'because',
    });
    expect(stallOfPod(waiting('ContainerCreating') as never)).toBeUndefined();
    expect(stallOfPod(unscheduled('persistentvolumeclaim "ocr" not found') as never)).toEqual({
      reason: 'Unschedulable',
      message: 'persistentvolumeclaim "ocr" not found',
    });
  });

  it('is waiting where only room is missing', () => {
    expect(stallOfPod(unscheduled('0/3 nodes are available: 3 Insufficient cpu.') as never)).toMatchObject({
      waits: true,
    });
  });

  it('is what the newest event says', () => {
    const event = (reason: string, lastTimestamp: string, message: string) => ({ reason, lastTimestamp, message });
    const events = [
      event('FailedCreate', '2026-11-22T05:00:00Z', 'forbidden: exceeded quota: documents'),
      event('FailedCreate', '2026-11-22T04:00:00Z', 'something else'),
      event('Scheduled', '2026-11-22T06:00:00Z', 'fine'),
    ];
    expect(stallOfEvents(events as never, new Set(['FailedCreate']))).toMatchObject({ reason: 'QuotaExceeded' });
  });

  it('is no fault of the document, even when its deadline passes', () => {
    const pod = (container: object) => ({
      metadata: { annotations: { 'batch.kubernetes.io/job-completion-index': '0' } },
      status: { reason: 'DeadlineExceeded', containerStatuses: [{ state: container }] },
    });
    const failure = (container: object): unknown => failuresOf([pod(container)] as never).get(0);
    expect(failure({ waiting: { reason: 'ImagePullBackOff' } })).toBe('stranded_running');
    expect(failure({ terminated: { exitCode: 143, reason: 'Error' } })).toBe('conversion_timeout');
  });
});

/** A kubelet is needed, but none of our images: what is tried never starts. */
async function hasNode(): Promise<boolean> {
  if (process.env['KUBECONFIG'] === undefined) return false;
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const { items } = await client.call<{ items: unknown[] }>({ method: 'GET', path: '/api/v1/nodes' });
  await client.close();
  return items.length > 0;
}

describe.skipIf(!(await hasNode()))('a launch that cannot start (skipped without a cluster with a node)', () => {
  let at: TestNamespace;
  const open: Launcher[] = [];
  beforeAll(async () => {
    at = await openNamespace('stalls', [conversionJobCrd()]);
  });
  afterAll(async () => {
    for (const launcher of open) await launcher.close();
    await at.close();
  });

  const launched = async (jobId: string, more: Partial<PodSettings> = {}): Promise<Launcher> => {
    const launcher = await kubernetesLauncher({
      client: at.client,
      namespace: at.namespace,
      pods: {
        image: 'registry.invalid/none:1',
        internalUrl: 'http://none',
        serviceAccount: 'default',
        parallelism: 2,
        // Room is there even beside others.
        resources: { requests: { cpu: '1m', memory: '1Mi', 'ephemeral-storage': '1Mi' } },
        ...more,
      },
    });
    launcher.follow(() => undefined);
    open.push(launcher);
    const launch: Launch = {
      workspace: 'acme',
      jobId,
      kind: 'convert',
      owner: { name: jobId, uid: await ownerOf(at, jobId) },
      firstIndex: 0,
      count: 2,
      native: false,
      launchToken: () => 'token',
      limits: { memoryBytes: 2 ** 28, seconds: 600, scratchBytes: 2 ** 28 },
      attempts: 2,
    };
    await launcher.launch(launch);
    return launcher;
  };
  const stallOf = async (launcher: Launcher, jobId: string): Promise<Stall | undefined> => {
    for (let looked = 0; looked < 90; looked += 1) {
      const [launch] = await launcher.observe(jobId);
      if (launch?.stall) return launch.stall;
      await sleep(1000);
    }
    return undefined;
  };

  it('names an image that cannot be pulled', { timeout: 120_000 }, async () => {
    const stall = await stallOf(await launched('image'), 'image');
    expect(stall?.reason).toMatch(/^(ErrImagePull|ImagePullBackOff)$/);
    expect(stall?.message).toContain('registry.invalid/none');
  });

  it('names a volume that cannot be mounted', { timeout: 120_000 }, async () => {
    const stall = await stallOf(await launched('volume', { caBundle: { configMap: { name: 'missing' } } }), 'volume');
    expect(stall).toMatchObject({ reason: 'FailedMount' });
    expect(stall?.message).toContain('missing');
  });

  it('names a claim that is not there', { timeout: 120_000 }, async () => {
    const ocrData = { persistentVolumeClaim: { claimName: 'missing', readOnly: true } };
    const stall = await stallOf(await launched('claim', { ocrData }), 'claim');
    expect(stall).toMatchObject({ reason: 'Unschedulable' });
    expect(stall?.waits).toBeUndefined();
  });

  it('names a quota that is full', { timeout: 120_000 }, async () => {
    await at.client.call({
      method: 'POST',
      path: `/api/v1/namespaces/${at.namespace}/resourcequotas`,
      body: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'full' }, spec: { hard: { pods: '0' } } },
    });
    const stall = await stallOf(await launched('quota'), 'quota');
    expect(stall).toMatchObject({ reason: 'QuotaExceeded' });
    expect(stall?.message).toContain('exceeded quota: full');
  });
});
