import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetesWorkspaces } from '../../../src/runtime/kubernetes/workspaces.ts';
import type { Workspaces } from '../../../src/runtime/workspaces.ts';
import type { WorkspaceSpec } from '../../../src/resource/workspace.ts';
import { openNamespace, type TestNamespace } from './namespace.ts';

const there = process.env['KUBECONFIG'] !== undefined;

describe.skipIf(!there)('workspaces of the API server (skipped without KUBECONFIG)', () => {
  let at: TestNamespace;
  let workspaces: Workspaces;
  let changes = 0;
  const path = (name = ''): string =>
    `/apis/scriptorium.dev/v1alpha1/namespaces/${at.namespace}/workspaces${name && `/${name}`}`;
  const make = (name: string, spec: WorkspaceSpec | Record<string, unknown>): Promise<unknown> => {
    const body = { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'Workspace', metadata: { name }, spec };
    return at.client.call({ method: 'POST', path: path(), body });
  };
  const change = (name: string, spec: object): Promise<unknown> =>
    at.client.call({ method: 'PATCH', path: path(name), body: { spec } });

  beforeAll(async () => {
    at = await openNamespace('workspaces');
    workspaces = await kubernetesWorkspaces(at);
    workspaces.follow(() => {
      changes += 1;
    });
  });
  afterAll(async () => {
    await workspaces.close();
    await at.close();
  });

  it('are known as soon as they are made, changed or deleted', async () => {
    await make('acme', { suspended: true });
    await expect.poll(() => workspaces.get('acme')?.spec).toEqual({ weight: 1, suspended: true });
    const before = changes;
    await change('acme', { weight: 5, suspended: null });
    await expect.poll(() => workspaces.get('acme')?.spec).toEqual({ weight: 5 });
    expect(changes).toBeGreaterThan(before);
    await at.client.call({ method: 'DELETE', path: path('acme') });
    await expect.poll(() => workspaces.get('acme')).toBeUndefined();
  });

  it('have a status beside the spec, which a change meanwhile does not break', async () => {
    await make('counted', {});
    await expect.poll(() => workspaces.get('counted')).toBeDefined();
    const status = { credits: { available: 3, held: 1 }, jobs: { queued: 2, running: 1 }, observedGeneration: 1 };
    await workspaces.writeStatus('counted', status);
    expect(workspaces.get('counted')).toMatchObject({ status, spec: { weight: 1 } });
    await change('counted', { weight: 2 });
    await workspaces.writeStatus('counted', { ...status, observedGeneration: 2 });
    await workspaces.writeStatus('nobody', status);
  });

  it.each([
    ['no weight of 0', 'weightless', { weight: 0 }, 'spec.weight'],
    ['no other isolation', 'odd', { isolation: 'Node' }, 'spec.isolation'],
    ['no second resource for a workspace', 'second', { workspace: 'acme' }, 'name the resource like the workspace'],
    ['no name that no workspace has', 'x'.repeat(64), {}, 'at most 63 characters'],
  ])('take %s', async (_, name, spec, message) => {
    await expect(make(name, spec)).rejects.toThrow(message);
  });

  it('describe a workspace whose name no resource can have; the oldest counts', async () => {
    await make('z-first', { workspace: 'a..b', weight: 7 });
    await expect.poll(() => workspaces.get('a..b')?.spec.weight).toBe(7);
    expect(workspaces.get('z-first')).toBeUndefined();
    await new Promise((second) => setTimeout(second, 1100));
    await make('a-second', { workspace: 'a..b', weight: 9 });
    await expect.poll(() => workspaces.list().length).toBeGreaterThan(0);
    await at.client.call({ method: 'GET', path: path('a-second') });
    expect(workspaces.get('a..b')?.spec.weight).toBe(7);
    await expect(change('z-first', { workspace: 'c..d' })).rejects.toThrow('workspace is immutable');
  });
});
