import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { deriveStatus } from '../../src/controller/status.ts';
import { STATUS_SCHEMA } from '../../src/resource/schema.ts';
import { summarizeWarnings } from '../../src/resource/warnings.ts';
import type { StoredReceipt } from '../../src/records/types.ts';

const isStatus = new Ajv2020({ strict: false, formats: { int64: true, 'date-time': true } }).compile(STATUS_SCHEMA);

it('the status of a long scan with a flaw on every other page is one that the API server takes', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const flaws = Array.from({ length: 5000 }, (_, i) => ({ kind: 'low-ocr-confidence', page: 2 * i + 1, count: 1 }));
  const status = deriveStatus({
    now,
    jobId: 'job-1',
    job: {
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      spec: { workspace: 'acme', source: { type: 'document', documentId: 'doc_1' } },
      metadata: { name: 'job-1', uid: 'u', resourceVersion: '1', creationTimestamp: now.toISOString(), generation: 1 },
    },
    receipt: {
      receipt: { reservedCredits: 1, settledCredits: 1 },
      ending: {
        state: 'succeeded',
        usage: {},
        finishedAt: now.toISOString(),
        pageRange: { start: 1, end: 10_000 },
        warnings: summarizeWarnings(flaws),
      },
    } as unknown as StoredReceipt,
    launches: [],
    outcomes: new Map(),
    nativeMarks: new Set(),
    progress: new Map(),
    cacheChecked: true,
    intent: undefined,
    record: undefined,
    startedAt: undefined,
  });
  expect(isStatus(status), JSON.stringify(isStatus.errors)).toBe(true);
  expect(status.warnings?.[0]?.pages).toMatch(/^1,3,5,.*\d$/);
  expect(status.message).toContain('and others. Check it.');
});
