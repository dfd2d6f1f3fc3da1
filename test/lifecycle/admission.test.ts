import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { AdmissionDeps } from '../../src/lifecycle/admission-steps.ts';
import { admit, afterAdmission, nextStep, type Admission } from '../../src/lifecycle/admission.ts';
import { moved } from '../../src/lifecycle/intent.ts';
import { keys } from '../../src/records/keys.ts';
import { readRecord } from '../../src/records/store.ts';
import type { Intent } from '../../src/records/types.ts';
import { isTransient } from '../../src/failures/transient.ts';
import { intentOf, NOW, putIntent } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

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

describe('a new job', () => {
  const document = '%';
  const fresh = intentOf('job-1', { state: 'pending', pinned: false, hold: 0 });
  const slot = {
    documentId: 'doc_1',
    workspace: 'w',
    fileName: 'a.pdf',
    fileType: 'application/pdf',
    objectKey: 'uploads/w/doc_1/a.pdf',
    createdAt: NOW.toISOString(),
    signed: { url: '', expiresAt: '' },
  };
  /** With an upload of five pages, and so many credits. */
  const open = async (credits: number) => {
    const objects = await withStore();
    await objects.put(slot.objectKey, document);
    const ledger = memoryLedger();
    await ledger.rebuild(async () => ({ grants: [{ id: 'g', workspace: 'w', credits }], receipts: [], holds: [] }));
    const released: string[] = [];
    const tasks: AdmissionDeps['tasks'] = {
      probe: async () => ({ ok: true, source: { ...source, pages: 5 } }),
      fetch: () => Promise.reject(new Error('no URL here')),
      release: (jobId) => void released.push(jobId),
    };
    const deps: AdmissionDeps = {
      objects,
      ledger,
      tasks,
      slot,
      secret: 's',
      settings: DEFAULT_SETTINGS,
      now: () => NOW,
    };
    const stored = async (): Promise<Intent | undefined> => readRecord(objects, keys.intent('job-1'));
    return { deps, objects, ledger, stored, released };
  };

  it('keeps the converter class as it was when the job was priced, and fails without it', async () => {
    const { deps, stored } = await open(5);
    const found = { name: 'vision', spec: { type: 'OpenAI', endpoint: 'http://a/v1', model: 'tiny' } } as const;
    const classOf = () => ({ name: 'vision', found });
    await admit({ ...deps, classOf }, { value: fresh }, 'hold');
    expect((await stored())?.converterClass).toEqual({ name: 'vision', model: 'tiny' });
    const unknown = { ...deps, classOf: () => ({ name: 'nobody' }) };
    expect(await admit(unknown, { value: { ...fresh, jobId: 'job-2' } }, 'hold')).toMatchObject({
      result: 'failed',
      failure: { message: 'converterClassName: there is no converter class nobody.' },
    });
  });

  it('is written once, when its pages are held', async () => {
    const { deps, objects, ledger, stored, released } = await open(5);
    let writes = 0;
    const counted = {
      ...objects,
      putIfAbsent: (...args: Parameters<typeof objects.putIfAbsent>) => (writes++, objects.putIfAbsent(...args)),
      putIfMatch: (...args: Parameters<typeof objects.putIfMatch>) => (writes++, objects.putIfMatch(...args)),
    };
    const admission = await admit({ ...deps, objects: counted }, { value: fresh }, 'hold');
    expect(admission).toMatchObject({ result: 'accepted', isNew: true, intent: { state: 'accepted', hold: 5 } });
    expect(writes).toBe(1);
    expect(released, 'the process that read the document converts it').toEqual([]);
    expect(await stored()).toMatchObject({ state: 'accepted', range: { start: 1, end: 5 }, inputBytes: 1 });
    expect(await ledger.holds()).toEqual([{ jobId: 'job-1', workspace: 'w', credits: 5 }]);
  });

  it('that may be cut has as many pages as the ledger can hold', async () => {
    const { deps, ledger } = await open(7);
    await ledger.setHold({ jobId: 'other', workspace: 'w', credits: 4 });
    const partly = { ...fresh, spec: { ...fresh.spec, allowPartial: true } };
    expect(await admit(deps, { value: partly }, 'hold')).toMatchObject({
      result: 'accepted',
      intent: { range: { start: 1, end: 3 }, hold: 3, partial: true },
    });
  });

  it('that lacks credits is kept with what is known of its document, and holds nothing', async () => {
    const { deps, ledger, stored } = await open(4);
    expect(await admit(deps, { value: fresh }, 'hold')).toMatchObject({
      result: 'insufficient',
      requiredCredits: 5,
      availableCredits: 4,
    });
    expect(await stored()).toMatchObject({ state: 'pending', hold: 0, source: { pages: 5 } });
    expect(await ledger.holds()).toEqual([]);
  });

  it('keeps no process for a conversion that does not come: without credits, too large, or with a store that fails', async () => {
    const { deps, objects, released } = await open(4);
    await admit(deps, { value: fresh }, 'hold');
    expect(released).toEqual(['job-1']);
    const ceiling = { ...deps, settings: { ...DEFAULT_SETTINGS, maxPages: 4 } };
    await admit(ceiling, { value: { ...fresh, jobId: 'job-2' } }, 'hold');
    expect(released).toEqual(['job-1', 'job-2']);
    const failing = { ...deps, objects: { ...objects, putIfAbsent: () => Promise.reject(new Error('no store')) } };
    await expect(admit(failing, { value: { ...fresh, jobId: 'job-3' } }, 'hold')).rejects.toThrow('no store');
    expect(released).toEqual(['job-1', 'job-2', 'job-3']);
  });

  it('that another process wrote first goes on as that wrote it', async () => {
    const { deps, objects, stored } = await open(5);
    const theirs = { ...fresh, fileName: 'theirs.pdf', pinned: true, inputBytes: 1, source: { ...source, pages: 2 } };
    const tasks: AdmissionDeps['tasks'] = {
      ...deps.tasks,
      probe: async () => {
        await putIntent(objects, theirs);
        return { ok: true, source: { ...source, pages: 5 } };
      },
    };
    expect(await admit({ ...deps, tasks }, { value: fresh }, 'hold')).toMatchObject({ result: 'accepted' });
    expect(await stored()).toMatchObject({ fileName: 'theirs.pdf', range: { start: 1, end: 2 }, hold: 2 });
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
