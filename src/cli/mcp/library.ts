import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversion, Documents, Wanted } from '../../api/mcp/documents.ts';
import { splitPages } from '../../api/mcp/pages.ts';
import type { Engine } from './engine.ts';
import { openSource } from './sources.ts';

/** As many results as are kept. */
const MOST_KEPT = 50;

type Growing = { -readonly [K in keyof Conversion]: Conversion[K] };

interface Shelf {
  readonly engine: Engine;
  readonly settings: LibrarySettings;
  readonly kept: Map<string, Growing>;
  /** The last conversion of each document, by all that decides its result. */
  readonly byDocument: Map<string, string>;
  count: number;
}

/** The converted documents of a session. */
export function openLibrary(engine: Engine, settings: LibrarySettings): Documents {
  const shelf: Shelf = { engine, settings, kept: new Map(), byDocument: new Map(), count: 0 };
  return {
    open: (wanted) => openDocument(shelf, wanted),
    get: (id) => Promise.resolve(shelf.kept.get(id)),
    all: () => Promise.resolve([...shelf.kept.values()]),
  };
}

async function openDocument(shelf: Shelf, wanted: Wanted): Promise<Conversion> {
  const { kept, byDocument, settings } = shelf;
  const id = `doc-${++shelf.count}`;
  const scratch = join(settings.folder, `${id}-source`);
  const { path, version } = await openSource(wanted.source, settings.allowed, scratch);
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
  conversion.ended = convert(shelf, conversion, path, wanted).then(() => rm(scratch, { recursive: true, force: true }));
  forgetOldest(kept);
  return conversion;
}

async function convert(
  { engine, settings }: Shelf,
  conversion: Growing,
  path: string,
  { pages, ocr, password }: Wanted,
): Promise<void> {
  const folder = join(settings.folder, conversion.id);
  try {
    await mkdir(folder);
    const progress = {
      pagesKnown: (total: number) => void (conversion.pagesTotal = total),
      pageDone: () => void conversion.pagesDone++,
    };
    const options = { ...(pages && { pages }), ...(password !== undefined && { password }) };
    const result = await engine.convert({ path, folder, ocr, progress, ...options });
    if (result.ok) {
      conversion.text = splitPages(await readFile(result.markdown, 'utf8'), pages?.start ?? 1);
      conversion.warnings = result.warnings.map(({ message }) => message);
    } else conversion.error = result.failure.message;
  } catch (error) {
    conversion.error = `The conversion failed: ${(error as Error).message}`;
  }
  conversion.state = conversion.error === undefined ? 'done' : 'failed';
  await rm(folder, { recursive: true, force: true });
}

function forgetOldest(kept: Map<string, Growing>): void {
  for (const [id, { state }] of kept) {
    if (kept.size <= MOST_KEPT) return;
    if (state !== 'running') kept.delete(id);
  }
}

export interface LibrarySettings {
  /** For what is fetched and converted. */
  readonly folder: string;
  /** The folders that agents may read, as real paths. */
  readonly allowed: readonly string[];
}
