import { describe, expect, it } from 'vitest';
import { afterAdmission, nextStep, type Admission } from '../../src/lifecycle/admission.ts';
import { moved } from '../../src/lifecycle/intent.ts';
import type { Intent } from '../../src/records/types.ts';
import { isTransient } from '../../src/telemetry/transient.ts';
import { intentOf, NOW } from '../records/make-job.ts';

const upload = intentOf('job-1', { state: 'pending', pinned: false });
const external: Intent = {
  ...upload,
  spec: { workspace: 'w', source: { type: 'external', fileUrl: 'https://example.org/a.pdf' } },
};
const source = { format: 'pdf', bytes: 1, sha256: 'ab', pages: 2, scanned: false, ranged: true, native: false };
const priced = { pinned: true, source, range: { start: 1, end: 2 } };

describe('admission', () => {
  it('takes an upload from its pin to its hold', () => {
    expect(nextStep(upload, 'hold')).toBe('pin');
    expect(nextStep({ ...upload, pinned: true }, 'hold')).toBe('probe');
    expect(nextStep({ ...upload, pinned: true, source }, 'hold')).toBe('price');
    expect(nextStep({ ...upload, ...priced }, 'hold')).toBe('hold');
  });

  it('accepts a URL with one page held, and fetches it only where there is time for that', () => {
    expect(nextStep(external, 'hold')).toBe('hold-one-page');
    const accepted = moved(external, 'admit');
    expect(nextStep(accepted, 'hold')).toBeUndefined();
    expect(nextStep(accepted, 'source')).toBe('fetch');
    expect(nextStep({ ...accepted, pinned: true }, 'source')).toBe('probe');
  });

  it('does not go on with a job that is being dropped, and says so as something that passes', () => {
    const dropped = moved(upload, 'drop');
    expect(() => moved(dropped, 'admit')).toThrow('dropped');
    try {
      moved(dropped, 'admit');
    } catch (error) {
      expect(isTransient(error)).toBe(true);
    }
  });
});

describe('what follows from admission', () => {
  const failed = (code: 'document_too_large' | 'upload_missing' | 'corrupt_document'): Admission => ({
    result: 'failed',
    intent: upload,
    failure: { code, message: '' },
  });
  const short: Admission = { result: 'insufficient', intent: upload, requiredCredits: 5, availableCredits: 1 };

  it('ends a job whose document cannot be converted, whoever asked', () => {
    for (const made of ['request', 'resource'] as const)
      expect(afterAdmission(failed('corrupt_document'), made)).toMatchObject({ do: 'end', how: { outcome: 'failed' } });
  });

  it('refuses a document that is too large, unless the job has a resource to show it on', () => {
    expect(afterAdmission(failed('document_too_large'), 'request')).toMatchObject({ do: 'refuse' });
    expect(afterAdmission(failed('document_too_large'), 'resource')).toMatchObject({ do: 'end' });
  });

  it('leaves a request as it is that may be repeated: after an upload, or with more credits', () => {
    expect(afterAdmission(failed('upload_missing'), 'request')).toBeUndefined();
    expect(afterAdmission(short, 'request')).toBeUndefined();
    expect(afterAdmission(failed('upload_missing'), 'resource')).toMatchObject({ do: 'end' });
  });

  it('lets a job with a resource wait for credits, and says so once', () => {
    expect(afterAdmission(short, 'resource')).toEqual({ do: 'wait-for-credits', requiredCredits: 5 });
    const waiting = { ...upload, waiting: { since: NOW.toISOString(), requiredCredits: 5 } };
    expect(afterAdmission({ ...short, intent: waiting }, 'resource')).toBeUndefined();
  });
});
