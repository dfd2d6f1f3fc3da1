import { createHash } from 'node:crypto';
import { MAX_ASKED_BYTES, type TaskRequest } from '../../protocol/tasks.ts';
import type { AskResponse } from '../../protocol/worker.ts';
import { keys } from '../../records/keys.ts';
import { createRecord, readRecord, readStored, replaceRecord } from '../../records/store.ts';
import type { Intent } from '../../records/types.ts';
import { pagesPerJob, serves } from '../../resource/converter-class.ts';
import type { Tasks } from '../../runtime/tasks.ts';
import { invalidRequest } from '../problem.ts';
import type { InternalDeps } from './deps.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * The text of a page as the converter class of the job reads it; none where the job has no class, its budget is spent,
 * or the class does not answer. Answers are kept until the job ends: a retry asks nothing twice.
 */
export async function askClass(deps: InternalDeps, intent: Intent, picture: Uint8Array): Promise<AskResponse> {
  if (picture.length > MAX_ASKED_BYTES || !PNG.equals(picture.subarray(0, PNG.length)))
    throw invalidRequest('The body must be a PNG file of 4 MiB at most.');
  const { jobId, workspace } = intent;
  const chosen = intent.converterClass && deps.classes?.get(intent.converterClass.name);
  if (!chosen || !deps.ask || !serves(chosen.spec, workspace)) return {};
  const key = keys.reading(jobId, createHash('sha256').update(picture).digest('hex'));
  const known = await readRecord(deps.objects, key);
  if (known) return known;
  if (!(await takeFromBudget(deps, jobId, pagesPerJob(chosen.spec)))) return {};
  const { name: className, spec, apiKey } = chosen;
  const answer = await putQuestion(deps, deps.ask, {
    workspace,
    jobId,
    className,
    endpoint: spec.endpoint,
    model: spec.model,
    ...(apiKey !== undefined && { apiKey }),
    picture: Buffer.from(picture).toString('base64'),
  });
  if (!answer) return {};
  const reading = { text: answer };
  await createRecord(deps.objects, key, reading);
  return reading;
}

/** The text that the class answered; why there is none is in the log. */
async function putQuestion(
  { log, metrics }: InternalDeps,
  ask: Tasks['ask'],
  request: TaskRequest<'ask'>,
): Promise<string | undefined> {
  const { jobId, className } = request;
  const answer = await ask(request).catch((error: unknown) => {
    log.warn({ job: jobId, converterClass: className, err: error }, 'failed to ask a converter class');
    return undefined;
  });
  metrics.classQuestions.inc({ class: className, result: answer?.ok ? 'answered' : 'failed' });
  if (answer?.ok) return answer.text;
  if (answer)
    log.warn(
      { job: jobId, converterClass: className, reason: answer.failure.message },
      'a converter class gave no answer',
    );
  return undefined;
}

/** Counts a question before it is put, so that no retry and no crash exceeds the budget. False: it is spent. */
async function takeFromBudget({ objects }: InternalDeps, jobId: string, most: number): Promise<boolean> {
  const key = keys.questions(jobId);
  for (;;) {
    const counted = await readStored(objects, key);
    const asked = (counted?.value.asked ?? 0) + 1;
    if (asked > most) return false;
    const written = counted
      ? await replaceRecord(objects, key, counted.etag, { asked })
      : await createRecord(objects, key, { asked });
    if (written) return true;
  }
}
