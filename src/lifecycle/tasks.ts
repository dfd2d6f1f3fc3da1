import { cutRange, isSmall, pagesIn, type PageRange } from '../resource/ranges.ts';
import type { JobSettings } from '../resource/settings.ts';
import type { ConversionJobSpec } from '../resource/conversion-job.ts';
import { namesSource, OUTPUTS } from '../resource/choices.ts';
import { DEFAULT_CHUNK_SIZE } from '../protocol/worker.ts';
import type { ConvertTask, OcrSettings, Outcome, Task, WriteSettings } from '../protocol/worker.ts';
import { keys } from '../records/keys.ts';
import type { Intent } from '../records/types.ts';

/**
 * The ranges of a job, in page order; index `i` of its converters is `rangesOf(…)[i]`, and the merge is the index after
 * the last.
 */
export function rangesOf(intent: Pick<Intent, 'source' | 'range' | 'rangePages'>): PageRange[] {
  if (!intent.source || !intent.range) return [];
  if (!intent.source.ranged || intent.rangePages === undefined) return [intent.range];
  return cutRange(intent.range, intent.rangePages);
}

/** How OCR is used for a job: what it asks for, or what the service does for all. */
export function ocrOf({ ocr }: Pick<ConversionJobSpec, 'ocr'>, languages: readonly string[]): OcrSettings {
  const own = ocr?.languages ?? [];
  return { mode: ocr?.mode ?? 'auto', languages: own.length > 0 ? own : languages };
}

/** The pages of a job that are written; options that it does not ask for are left out. */
export function writeSettingsOf({
  emphasis = true,
  pageMarkers,
  outputs,
  chunkSize,
}: ConversionJobSpec): WriteSettings {
  const wanted = OUTPUTS.filter((output) => outputs?.includes(output));
  return {
    emphasis,
    ...(pageMarkers ? { pageMarkers } : {}),
    ...(wanted.length > 0 ? { outputs: wanted } : {}),
    ...(wanted.includes('chunks') ? { chunkSize: chunkSize ?? DEFAULT_CHUNK_SIZE } : {}),
  };
}

/** The same with the document, once it was read. Some outputs name it: results of one name are not those of another. */
export function writingOf({
  spec,
  source,
  fileName: name,
}: Pick<Intent, 'spec' | 'source' | 'fileName'>): WriteSettings {
  const settings = writeSettingsOf(spec);
  if (!source || !settings.outputs?.some(namesSource)) return settings;
  return { ...settings, source: { sha256: source.sha256, ...(name !== undefined && { name }) } };
}

/** True for a job of one range that a worker converts on the side. */
export function isSmallJob(intent: Intent): boolean {
  const [range, ...more] = rangesOf(intent);
  const scanned = intent.source?.scanned === true || intent.spec.ocr?.mode === 'force';
  return range !== undefined && more.length === 0 && isSmall(pagesIn(range), scanned);
}

/**
 * The task of one index of a job; undefined for an index that the job does not have, or a merge whose parts are not
 * there.
 */
export function buildTask(
  intent: Intent,
  { index, native }: { readonly index: number; readonly native: boolean },
  outcomes: ReadonlyMap<number, Outcome>,
  settings: TaskSettings,
): Task | undefined {
  const ranges = rangesOf(intent);
  const range = ranges[index];
  const { source } = intent;
  if (!range || !source) return index === ranges.length ? buildMerge(intent, ranges.length, outcomes) : undefined;
  const whole = ranges.length === 1;
  return {
    kind: 'convert',
    input: buildInput(intent, source, whole, settings),
    range,
    settings: {
      includeImages: intent.spec.includeImages ?? false,
      native,
      ocr: ocrOf(intent.spec, settings.ocrLanguages),
      ...writingOf(intent),
      ...(intent.converterClass && { asks: true }),
    },
    mergeHere: whole,
  };
}

type TaskSettings = Pick<JobSettings, 'ocrLanguages'> & { readonly password?: string | undefined };

function buildInput(
  { jobId, inputEtag, fileName }: Intent,
  { bytes, sha256 }: NonNullable<Intent['source']>,
  whole: boolean,
  { password }: TaskSettings,
): ConvertTask['input'] {
  return {
    key: keys.input(jobId),
    bytes,
    sha256,
    ...(inputEtag === undefined || whole ? {} : { etag: inputEtag }),
    ...(fileName === undefined ? {} : { fileName }),
    ...(password === undefined ? {} : { password }),
  };
}

function buildMerge(intent: Intent, count: number, outcomes: ReadonlyMap<number, Outcome>): Task | undefined {
  if (count < 2) return undefined;
  const parts: string[] = [];
  for (let index = 0; index < count; index++) {
    const outcome = outcomes.get(index);
    if (outcome?.outcome !== 'succeeded' || !outcome.part) return undefined;
    parts.push(outcome.prefix + outcome.part.name);
  }
  return { kind: 'merge', parts, ...writingOf(intent) };
}
