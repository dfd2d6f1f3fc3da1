import type { Objects } from '../objects/objects.ts';
import type { Intent } from '../records/types.ts';
import type { Slowly } from './admission.ts';
import type { StepResult } from './admission-steps.ts';
import { readSlot } from './uploads.ts';

/** How long a request waits for its document in all, and who waits. */
export interface Patience {
  readonly seconds: number;
  /** Aborts when nobody waits any more. */
  readonly gone: AbortSignal;
}

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Does the slow steps of admission as long as the request has patience. After that the job is detached: it is accepted
 * with one page held, and the controller reads its document.
 */
export function patiently(objects: Objects, { seconds, gone }: Patience): Slowly {
  const late = AbortSignal.timeout(seconds * 1000);
  const waited = aborted(late).then((): 'late' => 'late');
  return async ({ intent, run }) => {
    const step = run(AbortSignal.any([late, gone])).catch((error: unknown): 'late' => {
      if (late.aborted && !gone.aborted) return 'late';
      throw error;
    });
    const result = await Promise.race([step, waited]);
    return result === 'late' ? detach(objects, intent) : result;
  };
}

/** From here on the job stands for the bytes that are uploaded now, and no others. */
async function detach(objects: Objects, intent: Intent): Promise<StepResult> {
  const { source } = intent.spec;
  if (intent.pinned || source.type !== 'document') return { next: { ...intent, detached: {} } };
  const slot = await readSlot(objects, intent.workspace, source.documentId);
  const info = slot && (await objects.head(slot.objectKey));
  if (!info) {
    return { result: 'failed', failure: { code: 'upload_missing', message: 'The document has not been uploaded.' } };
  }
  return { next: { ...intent, detached: { etag: info.etag } } };
}
