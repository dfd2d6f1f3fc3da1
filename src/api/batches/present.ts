import { createdAtOf } from '../../resource/conversion-job.ts';
import type { ConversionBatch, ConversionBatchStatus } from '../../resource/batch.ts';
import type { Answer } from '../schema/all.ts';

type Documents = Answer<'Batch'>['documents'];
const NONE: Documents = { found: 0, open: 0, succeeded: 0, failed: 0, canceled: 0, skipped: 0 };

/** A batch as the API shows it, from what its resource says. */
export function presentBatch({ metadata, spec, status }: ConversionBatch): Answer<'Batch'> {
  const begun = {
    id: metadata.name,
    source: spec.source,
    destination: spec.destination,
    createdAt: createdAtOf(metadata),
  };
  if (!status) {
    const state = spec.suspend ? 'suspended' : 'running';
    return { ...begun, status: state, listed: false, documents: NONE, pages: 0, settledCredits: 0, failures: [] };
  }
  const { state, message, listed = false, documents, pages = 0, credits, failures = [] } = status;
  return {
    ...begun,
    status: state,
    message,
    stalled: stallOf(status),
    listed,
    documents: { ...NONE, ...documents },
    pages,
    settledCredits: credits?.settled ?? 0,
    failures: failures.map(({ jobName, ...failure }) => ({
      ...failure,
      ...(jobName !== undefined && { jobId: jobName }),
    })),
    failureList: status.failureList,
    finishedAt: status.finishedAt,
  };
}

const stallOf = ({ conditions = [] }: ConversionBatchStatus): string | undefined =>
  conditions.find(({ type, status }) => type === 'Stalled' && status === 'True')?.message;
