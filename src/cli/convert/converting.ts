import { join } from 'node:path';
import type { JobFailure } from '../../failures/failure.ts';
import type { PageRange } from '../../resource/ranges.ts';
import { summarizeWarnings } from '../../resource/warnings.ts';
import type { OcrSettings, WriteSettings } from '../../protocol/worker.ts';
import type { SourceFile } from '../../../packages/engine/src/source.ts';
import { DOCUMENT_FILES } from '../../worker/document-files.ts';
import type { PoolAnswer } from '../../worker/pool-request.ts';
import type { DocumentProgress, DocumentResult } from './document-result.ts';
import type { ConvertPool, PoolWork } from './pool.ts';

export interface DocumentOptions extends WriteSettings {
  readonly includeImages: boolean;
  readonly wholePage?: boolean;
  readonly password?: string;
  readonly pages?: PageRange;
  readonly ocr: OcrSettings;
  readonly ocrDataFolder?: string;
  /** Where the images will lie, seen from the Markdown; percent-encoded, with its slash. */
  readonly imageFolder: string;
}

/** A document while it is converted. */
export interface Converting {
  readonly pool: ConvertPool;
  /** Of what waits, the lowest is converted first. */
  readonly order: number;
  readonly file: SourceFile;
  readonly folder: string;
  readonly options: DocumentOptions;
  readonly progress: RepeatableProgress;
}

export class DocumentFailure extends Error {
  readonly failure: JobFailure;

  constructor(failure: JobFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export type Work = Omit<PoolWork, 'order'>;

/** Runs work; as `natively` says once a process asks for native code. Throws `DocumentFailure`. */
export async function run(
  { pool, order }: Pick<Converting, 'pool' | 'order'>,
  work: Work,
  natively: () => Work,
): Promise<PoolAnswer> {
  const answer = await pool.run({ ...work, order });
  if (answer.outcome === 'failed') throw new DocumentFailure(answer.failure);
  if (answer.outcome !== 'needs-native' || work.native) return answer;
  const again = natively();
  return run({ pool, order }, again, () => again);
}

export interface RepeatableProgress extends DocumentProgress {
  /** The document begins again: the pages that were done do not count twice. */
  restart(): void;
}

export function repeatable(progress: DocumentProgress): RepeatableProgress {
  const counted = { isKnown: false, done: 0, repeated: 0 };
  return {
    pagesKnown(count) {
      if (!counted.isKnown) progress.pagesKnown(count);
      counted.isKnown = true;
    },
    pageDone() {
      if (counted.repeated > 0) return void counted.repeated--;
      counted.done++;
      progress.pageDone();
    },
    restart: () => void (counted.repeated = counted.done),
  };
}

export const writeSettings = ({ emphasis, pageMarkers, outputs, chunkSize, source }: WriteSettings): WriteSettings => ({
  emphasis,
  ...(pageMarkers && { pageMarkers }),
  ...(outputs && { outputs }),
  ...(chunkSize !== undefined && { chunkSize }),
  ...(source && { source }),
});

/** The result that lies in the folder of a document now. */
export function resultIn(
  { folder, options: { outputs = [] } }: Converting,
  { warnings, assets, text }: Pick<Extract<PoolAnswer, { outcome: 'written' }>, 'warnings' | 'assets' | 'text'>,
): DocumentResult {
  return {
    ok: true,
    markdown: join(folder, DOCUMENT_FILES.markdown.name),
    ...(text !== undefined && { text }),
    outputs: new Map(outputs.map((output) => [output, join(folder, DOCUMENT_FILES[output].name)])),
    images: assets.map(({ name, file }) => ({ name, file })),
    warnings: summarizeWarnings(warnings),
  };
}
