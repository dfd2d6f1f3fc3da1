import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OcrMode } from '../../resource/choices.ts';
import type { PageRange } from '../../resource/ranges.ts';
import type { Engine } from './engine.ts';
import { splitPages, type PagedText } from './pages.ts';
import { openSource } from './sources.ts';

/** A document of the session, as far as its conversion has come. */
export interface Conversion {
  readonly id: string;
  readonly source: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly pagesDone: number;
  /** Of the range that is converted; 0 until it is known. */
  readonly pagesTotal: number;
  readonly text?: PagedText;
  readonly warnings: readonly string[];
  /** Why it failed, as a sentence. */
  readonly error?: string;
  /** Settles when the conversion has ended. */
  readonly ended: Promise<void>;
}

export interface Wanted {
  readonly source: string;
  readonly pages?: PageRange;
  readonly ocr: OcrMode;
  readonly password?: string;
}

/** The converted documents of a session. */
export interface Library {
  /** Starts a conversion, or finds the one of the same document. Throws `NoSource`. */
  open(wanted: Wanted): Promise<Conversion>;
  get(id: string): Conversion | undefined;
  all(): readonly Conversion[];
}

/** As many results as are kept. */
const MOST_KEPT = 50;

type Growing = { -readonly [K in keyof Conversion]: Conversion[K] };

export function openLibrary(engine: Engine, { folder, allowed }: LibrarySettings): Library {
  const kept = new Map<string, Growing>();
  const byDocument = new Map<string, string>();
  let count = 0;

  async function run(conversion: Growing, path: string, { pages, ocr, password }: Wanted): Promise<void> {
    const results = join(folder, conversion.id);
    try {
      await mkdir(results);
      const progress = {
        pagesKnown: (total: number) => void (conversion.pagesTotal = total),
        pageDone: () => void conversion.pagesDone++,
      };
      const result = await engine.convert({
        path,
        folder: results,
        ocr,
        progress,
        ...(pages && { pages }),
        ...(password !== undefined && { password }),
      });
      if (result.ok) {
        conversion.text = splitPages(await readFile(result.markdown, 'utf8'), pages?.start ?? 1);
        conversion.warnings = result.warnings.map(({ message }) => message);
      } else conversion.error = result.failure.message;
    } catch (error) {
      conversion.error = `The conversion failed: ${(error as Error).message}`;
    }
    conversion.state = conversion.error === undefined ? 'done' : 'failed';
    await rm(results, { recursive: true, force: true });
  }

  function forgetOldest(): void {
    for (const [id, { state }] of kept) {
      if (kept.size <= MOST_KEPT) return;
      if (state !== 'running') kept.delete(id);
    }
  }

  return {
    async open(wanted) {
      const id = `doc-${++count}`;
      const scratch = join(folder, `${id}-source`);
      const { path, version } = await openSource(wanted.source, allowed, scratch);
      const document = JSON.stringify([path, version, wanted.pages, wanted.ocr, wanted.password]);
      const known = kept.get(byDocument.get(document) ?? '');
      if (known && known.state !== 'failed') return known;
      const conversion: Growing = {
        id,
        source: wanted.source,
        state: 'running',
        pagesDone: 0,
        pagesTotal: 0,
        warnings: [],
        ended: Promise.resolve(),
      };
      kept.set(id, conversion);
      byDocument.set(document, id);
      conversion.ended = run(conversion, path, wanted).then(() => rm(scratch, { recursive: true, force: true }));
      forgetOldest();
      return conversion;
    },
    get: (id) => kept.get(id),
    all: () => [...kept.values()],
  };
}

export interface LibrarySettings {
  /** For what is fetched and converted. */
  readonly folder: string;
  /** What agents may read, as real paths. */
  readonly allowed: readonly string[];
}
