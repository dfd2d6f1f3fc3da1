import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetesLauncher } from '../../src/runtime/kubernetes/launches/launcher.ts';
import type { PodSettings } from '../../src/runtime/kubernetes/launches/manifest.ts';
import type { Launch, Launcher, Stall } from '../../src/runtime/launcher.ts';
import { openNamespace, ownerOf, type TestNamespace } from '../runtime/kubernetes/namespace.ts';

describe('a launch that cannot start', () => {
  let at: TestNamespace;
  const open: Launcher[] = [];
  beforeAll(async () => {
    at = await openNamespace('stalls');
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
