import type { Router } from '@koa/router';
import { hasEnded } from '../../resource/lifecycle.ts';
import { rulesOf } from '../../resource/workspace.ts';
import type { ApiDeps } from '../deps.ts';
import { readJson } from '../middleware/json-body.ts';
import { invalidRequest } from '../problem.ts';
import { readSetWorkspace } from './schema.ts';

type Deps = Pick<ApiDeps, 'workspaces' | 'follower' | 'ledger' | 'settings'>;

/** The server side of `scriptorium workspaces`. */
export function mountWorkspaces(router: Router, deps: Deps): void {
  router.get('/admin/v1/workspaces', async (ctx) => {
    ctx.body = { workspaces: await present(deps, await known(deps)) };
  });
  router.post('/admin/v1/workspaces', async (ctx) => {
    const { workspace, ...changes } = readSetWorkspace(await readJson(ctx));
    if (!deps.workspaces.set)
      throw invalidRequest(`In a cluster, a workspace is a resource. Use \`kubectl edit workspace ${workspace}\`.`);
    await deps.workspaces.set(workspace, withoutNull({ ...deps.workspaces.get(workspace)?.spec, ...changes }));
    ctx.body = (await present(deps, [workspace]))[0];
  });
}

/** Fields that are null go back to their defaults. */
const withoutNull = <T extends object>(spec: T) =>
  Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null)) as {
    readonly [N in keyof T]: Exclude<T[N], null>;
  };

/** Workspaces that have settings, credits or unfinished jobs. */
async function known({ workspaces, ledger, follower }: Deps): Promise<string[]> {
  const unfinished = follower.list().filter((job) => !hasEnded(job));
  const names = new Set([
    ...workspaces.list().map(({ workspace }) => workspace),
    ...(await ledger.workspaces()),
    ...unfinished.map(({ spec }) => spec.workspace),
  ]);
  return [...names].sort();
}

async function present(deps: Deps, names: readonly string[]): Promise<object[]> {
  const jobs = new Map(names.map((name) => [name, { queued: 0, running: 0 }]));
  for (const job of deps.follower.list()) {
    const count = jobs.get(job.spec.workspace);
    if (!count || hasEnded(job)) continue;
    count[job.status?.state === 'running' ? 'running' : 'queued'] += 1;
  }
  return Promise.all(
    names.map(async (workspace) => {
      const balance = await deps.ledger.balance(workspace);
      return {
        workspace,
        ...rulesOf(deps.settings, deps.workspaces.get(workspace)?.spec),
        credits: { available: balance?.available ?? 0, held: balance?.held ?? 0 },
        jobs: jobs.get(workspace),
      };
    }),
  );
}
