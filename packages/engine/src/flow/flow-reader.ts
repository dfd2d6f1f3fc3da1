import { Failure } from '../failure.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Format } from '../format.ts';
import type { Limits } from '../limits.ts';
import { identityOf } from '../file-identity.ts';
import type { ConvertOptions } from '../options.ts';
import type { FlowPage, PageModel } from '../page-model.ts';
import type { PartSink } from '../part.ts';
import type { Source, SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import { countCells, countCharacters } from './characters.ts';
import { createFlow } from './flow.ts';
import type { Flow } from './flow.ts';

/** Walks over a document in reading order and leaves its blocks in the flow. Throws `Failure`. */
export type Walk = (file: SourceFile, flow: Flow, format: Format) => Promise<void>;

/**
 * A document that outgrows a string or the stack is larger than any sensible one: a limit of the language, and the
 * document's fault.
 */
async function walked(walk: Walk, file: SourceFile, flow: Flow, format: Format): Promise<void> {
  try {
    await walk(file, flow, format);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Failure('limit_exceeded', 'Part of the document is too long or too deeply nested.');
    throw error;
  }
}

interface Walked {
  /** The number of pages, of which `first` holds those that are kept. */
  readonly pages: number;
  readonly first: readonly PageModel[];
  readonly warnings: readonly Warning[];
}

/** Limits of what is kept between the probe of a document and its conversion; a longer one is walked over again. */
const KEPT = { pages: 64, characters: 1_000_000, cells: 20_000 };

let kept: (Walked & { readonly key: string }) | undefined;

/** Collects pages while they are few and small. */
function collect(): { pages: PageModel[]; sink: PartSink; isWhole: () => boolean } {
  const pages: PageModel[] = [];
  let left: typeof KEPT | undefined = KEPT;
  const page = async (model: FlowPage): Promise<void> => {
    if (!left) return;
    const characters = left.characters - model.blocks.reduce((sum, block) => sum + countCharacters(block), 0);
    const cells = left.cells - model.blocks.reduce((sum, block) => sum + countCells(block), 0);
    left = { pages: left.pages - 1, characters, cells };
    if (Math.min(left.pages, characters, cells) < 0) left = undefined;
    if (left) pages.push(model);
    else pages.length = 0;
  };
  return {
    pages,
    // A flow has pages of no other kind.
    sink: { page: (model) => page(model as FlowPage), asset: async () => {} },
    isWhole: () => left !== undefined,
  };
}

/** A document that was probed without its images, if that was the last thing that happened here. */
function takeProbed(key: string): Walked | undefined {
  const found = kept?.key === key ? kept : undefined;
  kept = undefined;
  return found;
}

const keyOf = (file: SourceFile, format: Format, limits: Limits): string =>
  JSON.stringify([format, identityOf(file), limits]);

/**
 * A reader of a format that states its structure: one walk serves the probe and every range, so their page numbers
 * agree. The conversion of a short document that was just probed needs no second walk.
 */
export function createFlowReader(walk: Walk, { ownPages = false } = {}): FormatReader {
  async function read(source: Source, options: ConvertOptions, sink: PartSink): Promise<Walked> {
    const { file, format, range } = source;
    const { limits, includeImages } = options;
    const probed = includeImages ? undefined : takeProbed(keyOf(file, format, limits));
    const { start = 1, end: last = Infinity } = range ?? {};
    if (probed) {
      for (const model of probed.first) if (model.page >= start && model.page <= last) await sink.page(model);
      const warnings = probed.warnings.filter(({ page }) => page === undefined || (page >= start && page <= last));
      return { ...probed, warnings };
    }
    const { flow, end } = createFlow({ limits, includeImages, range, sink, ownPages });
    await walked(walk, file, flow, format);
    return { first: [], ...(await end()) };
  }
  return {
    async probe(file, format, limits) {
      const { pages: first, sink, isWhole } = collect();
      const { flow, end } = createFlow({ limits, includeImages: false, range: undefined, sink, ownPages });
      await walked(walk, file, flow, format);
      const { pages, warnings } = await end();
      kept = isWhole() ? { key: keyOf(file, format, limits), pages, first, warnings } : undefined;
      return { pages, scanned: false };
    },
    async read(source, options, sink) {
      const { format, range } = source;
      const { pages, warnings } = await read(source, options, sink);
      if (range && range.start > pages) {
        throw new Failure(
          'start_page_out_of_range',
          `The document has ${pages} ${pages === 1 ? 'page' : 'pages'}; page ${range.start} was requested.`,
        );
      }
      const covered = { start: range?.start ?? 1, end: Math.min(range?.end ?? pages, pages) };
      return { format, range: covered, pages, ocrPages: 0, warnings };
    },
  };
}
