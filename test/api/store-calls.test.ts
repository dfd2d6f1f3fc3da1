import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a small job reads what is stored of it where something may have changed, and a poll reads one object', async () => {
  const documentId = await service.upload('sample.pdf', await fixture('docs/sample.pdf'));
  const convert = async (): Promise<{ id: string; polls: number }> => {
    const source = { type: 'document', documentId };
    const { id } = (await service.call<{ id: string }>('POST', '/jobs', { source, forceRefresh: true })).body;
    for (let polls = 1; ; polls += 1) {
      const { status } = (await service.call<{ status: string }>('GET', `/jobs/${id}`)).body;
      if (status === 'succeeded') return { id, polls };
      await sleep(100);
    }
  };
  await convert();
  const before = await calls();
  const { id, polls } = await convert();
  const after = await calls();
  const made = (operation: string): number => (after.get(operation) ?? 0) - (before.get(operation) ?? 0);
  // Each poll reads one object, and the first one two. Beside them, and what a sweep may have read meanwhile:
  expect(made('get') - polls).toBeLessThanOrEqual(22);
  expect(made('putIfMatch')).toBeLessThanOrEqual(3);
  expect(made('putIfAbsent') + made('put')).toBeLessThanOrEqual(7);

  const seen = await calls();
  for (let poll = 0; poll < 10; poll += 1) await service.call('GET', `/jobs/${id}`);
  const polled = await calls();
  expect((polled.get('get') ?? 0) - (seen.get('get') ?? 0)).toBeLessThanOrEqual(12);
});
