import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askAdmin } from '../../src/cli/admin/client.ts';
import { keepWorkspaceStatuses, writeWorkspaceStatuses } from '../../src/controller/workspace-status.ts';
import type { WorkspaceEntry, Workspaces } from '../../src/runtime/workspaces.ts';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const set = (body: object): Promise<Record<string, unknown>> =>
  askAdmin(service.adminSocket, 'POST', '/admin/v1/workspaces', body);
const list = async (): Promise<Record<string, unknown>[]> =>
  (await askAdmin(service.adminSocket, 'GET', '/admin/v1/workspaces'))['workspaces'] as Record<string, unknown>[];

describe('a workspace', () => {
  it('is listed with its limits, credits and jobs, and keeps what is not changed', async () => {
    const { call } = await service.workspace(5, 'acme');
    await call('createJob', { body: documentSource(await upload(call, makeTextPdf(['A page.']))) });
    await set({ workspace: 'acme', weight: 3, maxQueuedJobs: 7 });
    expect(await set({ workspace: 'acme', weight: null, suspended: true })).toEqual({
      workspace: 'acme',
      weight: 1,
      maxQueuedJobs: 7,
      isolation: 'Process',
      suspended: true,
      credits: { available: 4, held: 1 },
      jobs: { queued: 1, running: 0 },
    });
    expect(await list()).toMatchObject([{ workspace: 'acme', suspended: true }]);
  });

  it('refuses what it cannot be set to, with a sentence', async () => {
    await expect(set({ workspace: 'acme', weight: 0 })).rejects.toThrow('weight');
    await expect(set({ workspace: 'acme', priority: 1 })).rejects.toThrow('priority is not a known field.');
    await expect(set({ workspace: '-', weight: 1 })).rejects.toThrow('workspace');
  });

  it('may have no more unfinished jobs than it is allowed, beside others who may', async () => {
    await set({ workspace: 'full', maxQueuedJobs: 1 });
    const full = await service.workspace(5, 'full');
    const other = await service.workspace(5, 'other');
    const body = documentSource(await upload(full.call, makeTextPdf(['A page.'])));
    expect((await full.call('createJob', { body })).status).toBe(201);
    const refused = await full.call('createJob', { body });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const theirs = documentSource(await upload(other.call, makeTextPdf(['A page.'])));
    expect((await other.call('createJob', { body: theirs })).status).toBe(201);
    await set({ workspace: 'full', maxQueuedJobs: null });
    expect((await full.call('createJob', { body })).status).toBe(201);
  });

  it('may make no more requests a second than it is allowed, with all its keys together', async () => {
    await set({ workspace: 'busy', requestsPerSecond: 1 });
    const calls = [(await service.workspace(0, 'busy')).call, (await service.workspace(0, 'busy')).call];
    const statuses: number[] = [];
    for (let request = 0; request < 8; request += 1) {
      const { status } = await calls[request % 2]!('getQuote', { params: { quoteId: 'none' } });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(4);
    expect(statuses).toContain(429);
    await set({ workspace: 'busy', requestsPerSecond: null });
    expect((await calls[0]!('getQuote', { params: { quoteId: 'none' } })).status).toBe(404);
  });

  it('starts nothing while it is suspended, and all of it afterwards', async () => {
    await set({ workspace: 'paused', suspended: true });
    const { call } = await service.workspace(10, 'paused');
    const other = await service.workspace(10, 'other');
    await service.startController();
    const made = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(3))) });
    expect(made).toMatchObject({ status: 201, body: { status: 'queued' } });
    const theirs = await other.call('createJob', {
      body: documentSource(await upload(other.call, makeNumberedPdf(2))),
    });
    expect(await ended(other.call, String(theirs.body['id']))).toMatchObject({ status: 'succeeded' });
    const params = { jobId: String(made.body['id']) };
    expect((await call('getJob', { params })).body).toMatchObject({ status: 'queued', stage: 'preparing' });
    await set({ workspace: 'paused', suspended: false });
    expect(await ended(call, params.jobId)).toMatchObject({ status: 'succeeded', pageRange: { start: 1, end: 3 } });
  });

  it('lets a job go on to its end that runs when it is suspended', async () => {
    await service.close();
    service = await openService({ settings: { rangePages: 4 } });
    const { call } = await service.workspace(100, 'paused');
    await service.startController();
    const body = documentSource(await upload(call, makeNumberedPdf(60)));
    const running = String((await call('createJob', { body })).body['id']);
    await expect
      .poll(async () => (await call('getJob', { params: { jobId: running } })).body['status'], { timeout: 20_000 })
      .not.toBe('queued');
    await set({ workspace: 'paused', suspended: true });
    const waiting = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
    expect(await ended(call, running)).toMatchObject({ status: 'succeeded', pageRange: { start: 1, end: 60 } });
    expect((await call('getJob', { params: { jobId: String(waiting.body['id']) } })).body['status']).toBe('queued');
  });
});

describe('the status of workspaces', () => {
  it('is written when something changed, and not otherwise', async () => {
    const { call } = await service.workspace(5, 'acme');
    let entry: WorkspaceEntry = { workspace: 'acme', spec: {}, generation: 1 };
    const workspaces: Workspaces = {
      get: () => entry,
      list: () => [entry],
      follow: () => () => undefined,
      set: undefined,
      writeStatus: (_, status) => {
        entry = { ...entry, status };
        return Promise.resolve();
      },
      ageSeconds: () => 0,
      close: () => Promise.resolve(),
    };
    const deps = { ...service.deps, workspaces };
    expect(await writeWorkspaceStatuses(deps)).toBe(1);
    expect(await writeWorkspaceStatuses(deps)).toBe(0);
    await call('createJob', { body: documentSource(await upload(call, makeTextPdf(['A page.']))) });
    const stop = keepWorkspaceStatuses({ ...deps, warn: () => undefined });
    await stop();
    expect(entry.status).toEqual({
      credits: { available: 4, held: 1 },
      jobs: { queued: 1, running: 0 },
      observedGeneration: 1,
    });
  });
});
