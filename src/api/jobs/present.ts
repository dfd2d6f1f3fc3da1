import { fileNameOf } from '../../resource/file-name.ts';
import type { ConversionJobStatus } from '../../resource/conversion-job.ts';
import type { JobState } from '../../resource/choices.ts';
import { isNote, type WarningSummary } from '../../resource/warnings.ts';
import type { Ending, JobRecord } from '../../records/types.ts';
import type { Answer } from '../schema/all.ts';
import type { JobBase, KnownJob } from './find.ts';

/** The interface's Job. */
export function presentJob(known: KnownJob): Answer<'Job'> {
  const base = presentBase(known.base);
  if (known.stage === 'ended') return { ...base, ...presentEnding(known.ending, known.expiredAt) };
  const status = known.stage === 'live' ? known.job.status : undefined;
  return { ...base, ...presentStatus(known.base, status, known.intent?.source?.pages) };
}

/** The job as it ended, whatever became of its artifacts since. */
export function presentEnded(job: JobRecord): Answer<'Job'> {
  return presentJob({ stage: 'ended', base: job, ending: job.ending });
}

export function stateOf(known: KnownJob): JobState {
  if (known.stage === 'ended') return known.expiredAt === undefined ? known.ending.state : 'expired';
  return known.stage === 'live' ? (known.job.status?.state ?? 'queued') : 'queued';
}

/** Fields that do not change. */
type Fixed =
  | 'id'
  | 'operation'
  | 'capabilityVersion'
  | 'source'
  | 'fileSource'
  | 'includeImages'
  | 'createdAt'
  | 'idempotencyKey';

function presentBase({ jobId, spec, createdAt, idempotencyKey }: JobBase): Pick<Answer<'Job'>, Fixed> {
  return {
    id: jobId,
    operation: 'convert',
    capabilityVersion: spec.capabilityVersion ?? '1',
    source:
      spec.source.type === 'document'
        ? { type: 'document', documentId: spec.source.documentId }
        : {
            type: 'external',
            fileUrl: spec.source.fileUrl,
            fileName: fileNameOf(spec.source.fileName ?? '') ?? 'document',
          },
    fileSource: spec.source.type === 'document' ? 'managed' : 'external',
    includeImages: spec.includeImages ?? false,
    createdAt,
    idempotencyKey,
  };
}

/** How it stands. */
type Standing = Omit<Answer<'Job'>, Fixed>;

/** A resource that the controller has not looked at yet has no status: it is queued. */
const NEW: ConversionJobStatus = { state: 'queued' };

function presentStatus(base: JobBase, status: ConversionJobStatus = NEW, pages: number | undefined): Standing {
  const failed = status.state === 'failed';
  return {
    status: status.state,
    updatedAt: status.updatedAt ?? base.createdAt,
    stage: status.stage ?? (status.state === 'queued' ? 'preparing' : undefined),
    stageProgress: status.progress,
    message: status.message,
    startedAt: status.startedAt,
    finishedAt: status.finishedAt,
    cached: status.cached,
    usage: status.usage,
    pageRange: status.pageRange,
    partial: status.partial,
    nextStartPage: status.partial ? status.nextStartPage : undefined,
    estimatedTotalPages: status.source?.pages ?? pages,
    error: failed ? status.error : undefined,
    errorCode: failed ? status.errorCode : undefined,
  };
}

function presentEnding(ending: Ending, expiredAt: string | undefined): Standing {
  const state = expiredAt === undefined ? ending.state : 'expired';
  const failure = state === 'failed' ? ending.failure : undefined;
  return {
    status: state,
    updatedAt: expiredAt ?? ending.finishedAt,
    stage: state === 'succeeded' ? 'complete' : state === 'failed' ? 'error' : undefined,
    stageProgress: state === 'succeeded' ? 100 : undefined,
    message: messageOf(ending, state),
    startedAt: ending.startedAt,
    finishedAt: ending.finishedAt,
    cached: ending.cached,
    usage: ending.usage,
    pageRange: ending.pageRange,
    partial: ending.partial,
    nextStartPage: ending.nextStartPage,
    estimatedTotalPages: ending.source?.pages,
    error: failure?.message,
    errorCode: failure?.code,
  };
}

function messageOf(ending: Ending, state: JobState): string | undefined {
  if (state === 'expired') return 'The artifacts of this job have been deleted.';
  if (state === 'canceled') return 'Canceled.';
  if (state === 'failed') return ending.failure?.message;
  const { pageRange, source, warnings = [] } = ending;
  if (!pageRange || !source) return undefined;
  const pages = pageRange.end - pageRange.start + 1;
  const converted = `${pages} of ${source.pages} ${source.pages === 1 ? 'page' : 'pages'} converted.`;
  const toCheck = warnings.filter(({ kind }) => !isNote(kind));
  return [converted, ...toCheck.map(({ message }) => message)].join(' ');
}

/** The interface's warnings: what to check, and what is only a note. */
export const presentWarnings = (warnings: readonly WarningSummary[] = []): Answer<'Warning'>[] =>
  warnings.map((warning) => ({ ...warning, severity: isNote(warning.kind) ? 'note' : 'warning' }));
