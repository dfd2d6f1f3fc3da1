import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../src/records/keys.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { auditAgrees } from './afterwards.ts';
import {
  bucket,
  DATABASE,
  helm,
  HOST,
  inNamespace,
  install,
  kubectl,
  NAMESPACE,
  need,
  RELEASE,
  until,
  values,
} from './cluster.ts';
import { isHere } from './host.ts';
import { redisCommand } from './redis.ts';
import { lastRelease, type Release } from './released.ts';

const name = `scriptorium-older-${Date.now()}`;
const release = 'older';
const database = DATABASE + 2;
const workspace = 'harbour';
const here = inNamespace(name);
/** Ten ranges, one after another: enough to be in the middle of them while the versions change. */
const PAGES = 160;
const LONG_DOCUMENT = makeNumberedPdf(PAGES);
const SLOWLY = ['--set', 'converter.parallelism=1'];
const CRD = 'conversionjobs.scriptorium.dev';

interface Resource {
  readonly metadata: { readonly uid: string };
  readonly status?: { readonly state?: string };
}

interface Balances {
  readonly balances: readonly { readonly workspace: string; readonly held: number; readonly available: number }[];
}

/**
 * The last released version knows neither the destinations of the stores nor the DNS of this machine, and its policies
 * keep its fetcher from the documents there.
 */
const releasedValues = (image: string): string[] => {
  const [repository, tag] = image.split(':');
  const known = values(name, database).flatMap((value, n, all) =>
    value.startsWith('--') && !/^networkPolicy|^settings\.SCRIPTORIUM_DOCUMENT_WAIT|^image\./.test(all[n + 1]!)
      ? [value, all[n + 1]!]
      : [],
  );
  return [...known, ...SLOWLY, '--set', `networkPolicy.enabled=false,image.repository=${repository},image.tag=${tag}`];
};

const ownCrd = (owner: string, namespace: string): Promise<string> =>
  kubectl(
    'annotate',
    '--overwrite',
    'crd',
    CRD,
    `meta.helm.sh/release-name=${owner}`,
    `meta.helm.sh/release-namespace=${namespace}`,
  );
/** Fields of the spec that the API server keeps. */
const crdFields = async (): Promise<string> =>
  kubectl('get', 'crd', CRD, '-o', 'jsonpath={.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties}');

describe.skipIf(!isHere)('an installation of the last released version', { timeout: 600_000 }, () => {
  let released: Release;
  let server: Server;
  const objects = bucket(name);
  let credits = 10_000;

  const create = async (job: string, path: string, spec: object = {}): Promise<void> => {
    const fileUrl = `http://${HOST}:${(server.address() as AddressInfo).port}/${path}`;
    await here.create({
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      metadata: { name: job },
      spec: { workspace, forceRefresh: true, source: { type: 'external', fileUrl }, ...spec },
    });
  };
  const stateOf = async (job: string): Promise<Resource['status']> =>
    (await here.get<Resource>('conversionjob', job)).status;
  const idOf = async (job: string): Promise<string> =>
    `k-${(await here.get<Resource>('conversionjob', job)).metadata.uid}`;
  const keysBelow = async (prefix: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of objects.list(prefix)) found.push(key);
    return found;
  };
  /** A range is converted, and others are not. */
  const isRunning = async (job: string): Promise<void> => {
    const outcomes = keys.outcomes(await idOf(job));
    await until('a range to be converted', async () => (await keysBelow(outcomes)).length > 0 || undefined);
  };
  /** The job has succeeded with all pages, once and in order. */
  const isWhole = async (job: string, pages: number): Promise<void> => {
    const status = await until(
      `job ${job} to end`,
      async () => {
        const found = await stateOf(job);
        return ['succeeded', 'failed', 'canceled'].includes(found?.state ?? '') ? found : undefined;
      },
      300,
    );
    if (status.state === 'succeeded') credits -= pages;
    expect(status).toMatchObject({ state: 'succeeded' });
    const texts: string[] = [];
    for (const key of await keysBelow(keys.resultsOf(await idOf(job))))
      if (key.endsWith('.md')) texts.push(Buffer.from((await objects.get(key))!.body).toString());
    const numbers = texts.map((text) => [...text.matchAll(/page number (\d+)/g)].map((match) => Number(match[1])));
    expect(numbers).toContainEqual(Array.from({ length: pages }, (_, n) => n + 1));
  };
  const upgrade = (): Promise<string> => install(release, name, ...values(name, database), ...SLOWLY);

  beforeAll(async () => {
    server = createServer((_request, response) => response.end(LONG_DOCUMENT));
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
    await redisCommand(need('REDIS_URL'), database, 'FLUSHDB');
    released = await lastRelease();
    await ownCrd(release, name);
    const where = ['-n', name, '--create-namespace', '--wait', '--timeout', '300s'];
    await helm('install', release, released.chart, ...where, ...releasedValues(released.image));
    await here.admin('credits', 'grant', '--workspace', workspace, '--credits', String(credits));
  }, 900_000);
  afterEach(async () => {
    // Also of those that a failed test did not wait for.
    await until('all jobs to have ended', async () => {
      const { balances } = await here.admin<Balances>('credits', 'balance');
      return balances.every(({ held }) => held === 0) || undefined;
    });
    await auditAgrees(here);
    const { balances } = await here.admin<Balances>('credits', 'balance');
    expect(balances).toMatchObject([{ workspace, held: 0, available: credits }]);
  });
  afterAll(async () => {
    server.close();
    objects.close();
    await helm('uninstall', release, '-n', name, '--wait').catch(() => undefined);
    await kubectl('delete', 'namespace', name, '--ignore-not-found', '--timeout=120s');
    // The release of the other tests has its CRD again, in its own version.
    await ownCrd(RELEASE, NAMESPACE);
    await install(RELEASE, NAMESPACE, ...values());
    await released.remove();
  }, 400_000);

  it('is upgraded to this one while jobs run, which succeed with every page once', async () => {
    expect(await crdFields()).not.toContain('endPage');
    await create('before', 'long.pdf');
    await isRunning('before');
    await create('starting', 'long.pdf');
    await upgrade();
    expect(await crdFields()).toContain('endPage');
    await create('after', 'long.pdf', { endPage: 20 });
    await isWhole('before', PAGES);
    await isWhole('starting', PAGES);
    await isWhole('after', 20);
  });

  it('is rolled back while jobs run, which succeed with every page once', async () => {
    await create('newer', 'long.pdf');
    await isRunning('newer');
    await create('waiting', 'long.pdf');
    // As the documentation says for 0.1.0: it does not take what pods of this version report.
    await here.k('scale', 'deployment', 'older-scriptorium-controller', '--replicas=0');
    await here.k('wait', '--for=delete', 'pod', '-l', 'app.kubernetes.io/component=controller', '--timeout=60s');
    await here.k('delete', 'jobs', '-l', 'scriptorium.dev/launch', '--cascade=foreground');
    await objects.delete(await keysBelow(keys.works));
    await helm('rollback', release, '1', '-n', name, '--wait', '--timeout', '300s');
    expect(await crdFields()).not.toContain('endPage');
    await isWhole('newer', PAGES);
    await isWhole('waiting', PAGES);
    expect((await stateOf('after'))?.state).toBe('succeeded');
  });

  it('is upgraded again, and serves', async () => {
    await upgrade();
    await create('again', 'long.pdf');
    await isWhole('again', PAGES);
  });
});
