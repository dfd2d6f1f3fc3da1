import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SPEC_SCHEMA } from '../../src/resource/schema.ts';
import type { Client } from './client.ts';
import { openService, type TestService } from './service.ts';

/** What the API server checks of a resource, but for its rules in CEL. */
const ajv = new Ajv2020({ strict: false, formats: { int64: true } });
const isResource = ajv.compile(SPEC_SCHEMA);

let service: TestService;
let call: Client;
beforeAll(async () => {
  service = await openService();
  ({ call } = await service.workspace(100, 'acme'));
});
afterAll(() => service.close());

const url = (length: number): string => 'https://example.com/'.padEnd(length, 'x');
const external = (fileUrl: string, more: object = {}): object => ({ source: { type: 'external', fileUrl, ...more } });
const short = external('https://example.com/a.pdf');

it.each([
  ['fileUrl', [4096, 4097, 8192].map((length) => external(url(length)))],
  ['fileName', [512, 513, 1024].map((length) => external(url(30), { fileName: 'n'.repeat(length) }))],
  ['contentHash', [2, 63, 64, 65, 200].map((length) => ({ ...short, contentHash: `sha256:${'a'.repeat(length)}` }))],
  ['webhookUrl', [2048, 2049, 4097].map((length) => ({ ...short, webhookUrl: url(length) }))],
  ['startPage', [1, 100_000, 100_001].map((startPage) => ({ ...short, startPage }))],
])(
  'createJob refuses a %s that the resource cannot hold with 400, and makes a resource of any other',
  async (field, bodies) => {
    const statuses = new Set<number>();
    for (const body of bodies) {
      const answer = await call('createJob', { body });
      statuses.add(answer.status);
      if (answer.status === 201)
        expect(
          isResource((await service.deps.jobs.get(String(answer.body['id'])))?.spec),
          JSON.stringify(isResource.errors),
        ).toBe(true);
      else expect(answer.body['error']).toContain(field);
    }
    expect(statuses).toEqual(new Set([201, 400]));
  },
);
