import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { nothingOrphaned } from './afterwards.ts';
import { admin, client, create, get, k, until, type Client } from './cluster.ts';

const unique = `${Date.now()}`;
const name = `tenant-${unique}`;

interface Workspace {
  readonly spec: { readonly weight?: number; readonly suspended?: boolean };
  readonly status?: {
    readonly credits: { readonly available: number; readonly held: number };
    readonly jobs: { readonly queued: number; readonly running: number };
  };
}

describe('Workspaces with kubectl', () => {
  let tenant: Client;
  const workspace = (): Promise<Workspace> => get<Workspace>('workspace', name);
  const change = (spec: object): Promise<string> =>
    k('patch', 'workspace', name, '--type=merge', '-p', JSON.stringify({ spec }));

  beforeAll(async () => {
    tenant = await client(name, 100);
    await create({
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'Workspace',
      metadata: { name },
      spec: { weight: 2, suspended: true },
    });
  });
  afterAll(async () => {
    await k('delete', 'workspace', name);
    await nothingOrphaned();
  });

  it('explain every field', async () => {
    for (const part of ['spec', 'status']) {
      const text = await k('explain', `workspaces.${part}`);
      expect(text.split('FIELDS:')[1]).not.toContain('<no description>');
    }
  });

  it('show their jobs and credits, and start nothing while they are suspended', async () => {
    const job = await tenant.start(await tenant.upload('three.pdf', makeNumberedPdf(3)));
    expect(job.status).toBe('queued');
    const { status } = await until('the status of the workspace', async () => {
      const found = await workspace();
      return found.status?.jobs.queued === 1 ? found : undefined;
    });
    expect(status?.credits.held).toBeGreaterThan(0);
    const table = await k('get', 'workspaces');
    expect(table.split('\n')[0]).toMatch(/^NAME\s+WEIGHT\s+QUEUED\s+RUNNING\s+AVAILABLE\s+HELD\s+SUSPENDED\s+AGE$/);
    expect(table).toMatch(new RegExp(`${name}\\s+2\\s+1\\s+0\\s`));
    await change({ suspended: false });
    expect(await tenant.end(job.id)).toMatchObject({ status: 'succeeded' });
  });

  it('are refused with 429 beyond their limit, and listed with it', async () => {
    await change({ suspended: true, maxQueuedJobs: 1 });
    const documentId = await tenant.upload('one.pdf', makeNumberedPdf(1));
    const source = { type: 'document', documentId };
    const body = { operation: 'convert', capabilityVersion: '1', includeImages: false, source, force_refresh: true };
    await until('the limit to be known', async () => {
      const { status } = await tenant.call('POST', '/jobs', body);
      return status === 429 ? true : undefined;
    });
    const { workspaces } = await admin<{ workspaces: Record<string, unknown>[] }>('workspaces', 'list');
    expect(workspaces).toContainEqual(expect.objectContaining({ workspace: name, maxQueuedJobs: 1, suspended: true }));
    await expect(admin('workspaces', 'set', '--workspace', name, '--weight', '3')).rejects.toThrow();
    await change({ suspended: null, maxQueuedJobs: null });
    await until('the jobs to end', async () => {
      const { status } = await workspace();
      return status && status.jobs.queued + status.jobs.running === 0 ? true : undefined;
    });
  });
});

describe('a rollout of the API', () => {
  it('cuts no request of clients that count', { timeout: 300_000 }, async () => {
    const caller = await client(`rollout-${unique}`, 1);
    const counts: Record<string, number> = {};
    let done = false;
    const call = async (): Promise<void> => {
      while (!done) {
        const outcome = await caller.call('GET', '/jobs/none').then(
          ({ status }) => String(status),
          (error: unknown) => String(error),
        );
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    const clients = Array.from({ length: 4 }, call);
    await k('rollout', 'restart', 'deployment', '-l', 'app.kubernetes.io/component=api');
    await k('rollout', 'status', 'deployment', '-l', 'app.kubernetes.io/component=api', '--timeout=240s');
    done = true;
    await Promise.all(clients);
    expect(Object.keys(counts)).toEqual(['404']);
    expect(counts['404']).toBeGreaterThan(100);
  });
});
