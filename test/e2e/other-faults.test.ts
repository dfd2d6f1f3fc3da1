import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { client, k, kubectl, nothingOrphaned, until, type Client, type Job } from './cluster.ts';

/** Starts and stops the components of the cluster beside us; other clusters skip these. */
const CLUSTER = resolve(import.meta.dirname, '../../../shared/cluster/cluster');
const component = (verb: 'stop' | 'start', name: string): Promise<unknown> => promisify(execFile)(CLUSTER, [verb, name]);
const unique = `${Date.now()}`;
const PAGES = 120;

describe.skipIf(!existsSync(CLUSTER))('with a part of the cluster stopped', () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`outage-${unique}`, 5000);
  });
  afterEach(nothingOrphaned);

  const start = async (name: string): Promise<Job> => acme.start(await acme.upload(`${name}.pdf`, makeNumberedPdf(PAGES)), { forceRefresh: true });
  const whole = async (id: string): Promise<void> => {
    expect(await acme.end(id)).toMatchObject({ status: 'succeeded' });
    const numbers = [...(await acme.markdown(id)).matchAll(/page number (\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
  };

  it.each([['kube-apiserver', 30], ['versitygw', 30], ['redis', 10], ['kubelet', 20]] as const)('%s, for %d s in the middle of a job', { timeout: 300_000 }, async (name, seconds) => {
    const { id } = await start(name);
    await sleep(1500);
    await component('stop', name);
    await sleep(seconds * 1000);
    await component('start', name);
    await until('the API server', async () => ((await kubectl('get', '--raw', '/readyz')) === 'ok' ? true : undefined));
    await whole(id);
  });

  it.each([0, 1000, 2500, 4000])('the leading controller, killed %d ms after the job was made', { timeout: 300_000 }, async (delay) => {
    const { id } = await start(`stage-${delay}`);
    await sleep(delay);
    const leader = await k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}');
    await k('delete', 'pod', leader, '--grace-period=0', '--force').catch(() => '');
    await whole(id);
  });

  it('the API replicas, one after another', { timeout: 300_000 }, async () => {
    const { id } = await start('api');
    await k('rollout', 'restart', 'deployment/scriptorium-api');
    await k('rollout', 'status', 'deployment/scriptorium-api', '--timeout=120s');
    await whole(id);
  });
});
