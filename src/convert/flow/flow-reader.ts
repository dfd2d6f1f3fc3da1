import { Failure } from '../failure.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Format } from '../format.ts';
import type { SourceFile } from '../source.ts';
import { createFlow } from './flow.ts';
import type { Flow } from './flow.ts';

/** Walks over a document in reading order and leaves its blocks in the flow. Throws `Failure`. */
export type Walk = (file: SourceFile, flow: Flow, format: Format) => Promise<void>;

/**
 * What outgrows a string or the stack outgrew every sensible document: a limit of the language, and the document's
 * fault.
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

/**
 * A reader of a format that states its structure: one walk serves the probe and every range, so their page numbers
 * agree.
 */
export function createFlowReader(walk: Walk, { ownPages = false } = {}): FormatReader {
  return {
    async probe(file, format, limits) {
      const { flow, end } = createFlow({ limits, includeImages: false, range: undefined, sink: undefined, ownPages });
      await walked(walk, file, flow, format);
      return { pages: (await end()).pages, scanned: false };
    },
    async read({ file, format, range }, options, sink) {
      const { flow, end } = createFlow({
        limits: options.limits,
        includeImages: options.includeImages,
        range,
        sink,
        ownPages,
      });
      await walked(walk, file, flow, format);
      const { pages, warnings } = await end();
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
