import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { readChunks, type DocumentJson } from '../read-document.ts';
import { commonMetadata, pageNumberOf, type Element, type ElementSettings, type PlacedElement } from './elements.ts';

/** Chunks as elements: those of one table alone are tables. */
export function chunkElements(
  lines: string,
  elements: readonly PlacedElement[],
  { document, settings }: { readonly document: DocumentJson; readonly settings: ElementSettings },
): Element[] {
  const common = commonMetadata(settings, document);
  return readChunks(lines).map(({ text, pages, roles, start, end }, n) => {
    const own = elements.filter((each) => each.start < end && each.end > start);
    const table = own.length === 1 && roles.join() === 'table' ? own[0] : undefined;
    const isWhole = table !== undefined && table.start >= start && table.end <= end;
    const html = isWhole ? table.element.metadata['text_as_html'] : undefined;
    const page = pageNumberOf(pages[0] ?? 1, document, settings);
    return {
      type: table ? (isWhole ? 'Table' : 'TableChunk') : 'CompositeElement',
      element_id: createHash('sha256').update(`${settings.fileName}${text}${page}${n}`).digest('hex').slice(0, 32),
      text,
      metadata: {
        ...common,
        page_number: page,
        ...(html !== undefined && { text_as_html: html }),
        ...(settings.withElements && { orig_elements: packed(own.map(({ element }) => element)) }),
      },
    };
  });
}

/** JSON, deflated and in base64, as Unstructured has the elements of a chunk. */
const packed = (elements: readonly Element[]): string => deflateSync(JSON.stringify(elements)).toString('base64');
