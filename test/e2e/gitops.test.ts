import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, DATABASE, getApplied, helm, inNamespace, install, kubectl, need, until, values } from './cluster.ts';
import { redisCommand } from './redis.ts';

const NAMESPACE = `scriptorium-gitops-${Date.now()}`;
const here = inNamespace(NAMESPACE);

/** What a tool that renders the chart by itself applies; the hooks are among it. */
const render = (...args: readonly string[]): Promise<string> =>
  helm(
    'template',
    'gitops',
    'charts/scriptorium',
    '-n',
    NAMESPACE,
    '--kube-version',
    '1.36.0',
    ...values(NAMESPACE, DATABASE + 4),
    ...args,
  );

const secret = (): Promise<string> =>
  here.k('get', 'secret', 'gitops-scriptorium-token', '-o', 'jsonpath={.data.secret}');

describe('a release that is rendered and applied without Helm', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await redisCommand(need('REDIS_URL'), DATABASE + 4, 'FLUSHDB');
    await kubectl('create', 'namespace', NAMESPACE);
  });
  afterAll(async () => {
    await here.k('delete', 'jobs,pods', '--all').catch(() => undefined);
    await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s');
    await kubectl(
      'delete',
      'validatingadmissionpolicy,validatingadmissionpolicybinding',
      `gitops-scriptorium-${NAMESPACE}`,
    );
  });

  it('starts, with a secret that the service made', async () => {
    await apply(NAMESPACE, await render());
    for (const component of ['api', 'controller', 'worker', 'fetcher'])
      await here.k('rollout', 'status', `deployment/gitops-scriptorium-${component}`, '--timeout=120s');
    expect(Buffer.from(await secret(), 'base64').toString()).toMatch(/^[0-9a-f]{64}$/);
    await here.admin('credits', 'grant', '--workspace', 'acme', '--credits', '5');
  });

  it('is not changed by anything when it is rendered and applied again', async () => {
    // Where something is reported of an object, only its generation says whether the object changed.
    const versions = async (): Promise<string[]> => {
      const { items } = JSON.parse(await getApplied(NAMESPACE, await render())) as {
        items: {
          kind: string;
          metadata: { name: string; uid: string; generation?: number; resourceVersion: string };
        }[];
      };
      return items.map(
        ({ kind, metadata: { name, uid, generation, resourceVersion } }) =>
          `${kind} ${name} ${uid} ${generation ?? resourceVersion}`,
      );
    };
    const before = [await secret(), ...(await versions())];
    expect(before.length).toBeGreaterThan(30);
    await apply(NAMESPACE, await render());
    await apply(NAMESPACE, await render());
    expect([await secret(), ...(await versions())]).toEqual(before);
    await apply(NAMESPACE, await render('--no-hooks'), '--server-side', '--force-conflicts');
    expect(await secret()).toBe(before[0]);
  });

  it('does not take the hook that belongs to its end for that end', async () => {
    const log = await until('the hook to run', async () => {
      const text = await here.k('logs', 'job/gitops-scriptorium-end-converters');
      return text === '' ? undefined : text;
    });
    expect(log).toMatch(/It does nothing/);
    expect(await here.k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}')).toMatch(
      /^gitops-scriptorium-controller-/,
    );
    expect(await here.k('get', 'configmap', 'scriptorium-installation', '-o', 'name')).not.toBe('');
  });

  it('signs with the same secret after a restart and an upgrade', async () => {
    const webhooks = async (): Promise<string> =>
      (await here.admin<{ secret: string }>('webhooks', 'secret', '--workspace', 'acme')).secret;
    const [before, signed] = [await secret(), await webhooks()];
    await apply(NAMESPACE, await render('--no-hooks', '--set-string', 'settings.SCRIPTORIUM_MAX_PAGES=500'));
    await here.k('rollout', 'status', 'deployment/gitops-scriptorium-api', '--timeout=120s');
    expect([await secret(), await webhooks()]).toEqual([before, signed]);
  });
});

describe('a release of Helm', { timeout: 300_000 }, () => {
  const name = `scriptorium-helm-${Date.now()}`;
  const there = inNamespace(name);
  const kept = (): Promise<string> =>
    there.k('get', 'secret', 'gitops-scriptorium-token', '-o', 'jsonpath={.data.secret}');
  const settings = [
    ...values(name, DATABASE + 4),
    '--set',
    'ingress.enabled=false,api.replicas=1,controller.replicas=1',
  ];
  beforeAll(() => redisCommand(need('REDIS_URL'), DATABASE + 4, 'FLUSHDB'));
  afterAll(async () => {
    await helm('uninstall', 'gitops', '-n', name, '--wait').catch(() => undefined);
    await kubectl('delete', 'namespace', name, '--ignore-not-found', '--timeout=120s');
  });

  it('keeps the secret that the service made over upgrades and a rollback', async () => {
    await install('gitops', name, ...settings);
    const before = await kept();
    expect(before).not.toBe('');
    await install('gitops', name, ...settings, '--set-string', 'settings.SCRIPTORIUM_MAX_PAGES=500');
    expect(await kept()).toBe(before);
    await helm('rollback', 'gitops', '1', '-n', name, '--wait', '--timeout', '200s');
    expect(await kept()).toBe(before);
  });

  it('keeps one that an earlier chart rendered', async () => {
    // As chart 0.1 left it: its data in the manifest, without a word on who fills it.
    await there.k('annotate', 'secret', 'gitops-scriptorium-token', 'scriptorium.dev/filled-by-');
    const before = await kept();
    await install('gitops', name, ...settings, '--set-string', 'settings.SCRIPTORIUM_MAX_PAGES=600');
    expect(await helm('get', 'manifest', 'gitops', '-n', name)).toContain(`secret: ${before}`);
    await install('gitops', name, ...settings, '--set-string', 'settings.SCRIPTORIUM_MAX_PAGES=700');
    await helm('rollback', 'gitops', '0', '-n', name, '--wait', '--timeout', '200s');
    expect(await kept()).toBe(before);
  });
});
