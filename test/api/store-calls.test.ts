import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fixture, serviceProcess, type ServiceProcess } from '../service-process.ts';

let service: ServiceProcess;
beforeAll(async () => {
  service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'error' });
  await service.start();
});
afterAll(() => service.close());

/** Calls of the store so far, by operation, as an operator sees them. */
async function calls(): Promise<Map<string, number>> {
  // The figures of one scrape are kept for a second.
  await sleep(1100);
  const metrics = await (await fetch(`${service.url()}/metrics`)).text();
  const found = metrics.matchAll(/^scriptorium_store_seconds_count\{operation="(\w+)",result="done"\} (\d+)/gm);
  return new Map([...found].map(([, operation, count]) => [operation!, Number(count)]));
}

/** The calls once they rest: what follows the end of a job, on a busy machine seconds later, is in them. */
async function callsAtRest(): Promise<Map<string, number>> {
  let last = await calls();
  for (;;) {
    const now = await calls();
    if (JSON.stringify([...now]) === JSON.stringify([...last])) return now;
    last = now;
  }
}

it('a small job reads what is stored of it where something may have changed, and a poll reads at most one object', async () => {
  const documentId = await service.upload('sample.pdf', await fixture('docs/sample.pdf'));
  const convert = async (): Promise<string> => {
    const source = { type: 'document', documentId };
    const { id } = (await service.call<{ id: string }>('POST', '/jobs', { source, forceRefresh: true })).body;
    for (;;) {
      const { status } = (await service.call<{ status: string }>('GET', `/jobs/${id}`)).body;
      if (status === 'succeeded') return id;
      await sleep(20);
    }
  };
  await convert();
  const before = await callsAtRest();
  const started = Date.now();
  const id = await convert();
  const seconds = Math.floor((Date.now() - started) / 1000);
  const after = await calls();
  const made = (operation: string): number => (after.get(operation) ?? 0) - (before.get(operation) ?? 0);
  // The slot and the quote; the intent, for the controller and when the attempt starts, and when it ends if that takes
  // more than two seconds; the outcome; and for the last poll, the record. The other polls read nothing. A sweep may
  // have read something meanwhile.
  expect(made('get')).toBeLessThanOrEqual(7 + 2 + seconds);
  // The upload, whether there is an outcome already, and the Markdown.
  expect(made('head')).toBeLessThanOrEqual(3);
  expect(made('putIfMatch')).toBeLessThanOrEqual(2);
  // A job that runs for more than a second writes its progress, once a second. A sweep may have written something too.
  expect(made('putIfAbsent') + made('put')).toBeLessThanOrEqual(6 + 1 + seconds);
  // Seen on a busy machine, of jobs that took a second: one record more is made, read and deleted.
  expect(made('delete')).toBeLessThanOrEqual(1 + seconds);

  const seen = await calls();
  for (let poll = 0; poll < 10; poll += 1) await service.call('GET', `/jobs/${id}`);
  const polled = await calls();
  expect((polled.get('get') ?? 0) - (seen.get('get') ?? 0)).toBeLessThanOrEqual(12);
});

it('a poll of a job whose document is yet to be fetched reads nothing', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  const source = { type: 'external', fileUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/a.pdf` };
  const { id } = (await service.call<{ id: string }>('POST', '/jobs', { source })).body;
  const poll = async (): Promise<unknown> => (await service.call('GET', `/jobs/${id}`)).body['status'];
  await poll();
  const before = await calls();
  for (let n = 0; n < 20; n += 1) expect(await poll()).toBe('queued');
  const after = await calls();
  expect((after.get('get') ?? 0) - (before.get('get') ?? 0)).toBeLessThanOrEqual(8);
  await service.call('POST', `/jobs/${id}/cancel`);
});
