import { createHash, randomUUID } from 'node:crypto';
import type { LoadedImage } from '../images.ts';
import { joinTables, type DocumentBlock, type DocumentJson } from '../read-document.ts';
import { writeTable } from '../write-html.ts';
import type { UnstructuredRequest } from './options.ts';
import { openParents } from './parents.ts';

/** An element of Unstructured. */
export interface Element {
  readonly type: string;
  readonly element_id: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** An element, and which bytes of the Markdown it is. */
export interface PlacedElement {
  readonly element: Element;
  readonly start: number;
  readonly end: number;
}

const TYPES: Readonly<Record<string, string>> = {
  heading: 'Title',
  'list-item': 'ListItem',
  figure: 'Image',
  caption: 'FigureCaption',
  code: 'CodeSnippet',
  formula: 'Formula',
  toc: 'UncategorizedText',
};

export interface ElementSettings extends UnstructuredRequest {
  readonly fileName: string;
  readonly images: ReadonlyMap<string, LoadedImage>;
}

/** The metadata that all elements and chunks of a document have. */
export const commonMetadata = (
  { fileName, languages }: Pick<ElementSettings, 'fileName' | 'languages'>,
  { contentType }: DocumentJson,
): Record<string, unknown> => ({
  ...(languages.length > 0 && { languages }),
  filename: fileName,
  filetype: contentType,
});

/** The number that a page is called by, if the first one that was converted is called `startingPage`. */
export const pageNumberOf = (page: number, { pages }: DocumentJson, { startingPage }: UnstructuredRequest): number =>
  page - (pages[0]?.page ?? 1) + startingPage;

export function buildElements(document: DocumentJson, settings: ElementSettings): PlacedElement[] {
  const elements: PlacedElement[] = [];
  const common = commonMetadata(settings, document);
  const parents = openParents();
  const idOf = openIds(settings);
  let page: number | undefined;
  for (const block of joinTables(document.blocks)) {
    if (block.role === 'separator') continue;
    const { text, start, end, role, rows } = block;
    const number = pageNumberOf(block.page, document, settings);
    if (settings.pageBreaks && page !== undefined && page !== block.page) {
      const element = { type: 'PageBreak', element_id: idOf('', number), text: '', metadata: common };
      elements.push({ element, start, end: start });
    }
    page = block.page;
    const id = idOf(text, number);
    const { parent, depth } = parents.place(block, id);
    const metadata = {
      ...common,
      page_number: number,
      ...(parent !== undefined && { parent_id: parent }),
      ...(depth !== undefined && { category_depth: depth }),
      ...(rows && { text_as_html: writeTable(rows, block.headerRows) }),
      ...(settings.coordinates && buildCoordinates(block, document)),
      ...encodePicture(block, settings.images),
    };
    const type = rows ? 'Table' : (TYPES[role] ?? 'NarrativeText');
    elements.push({ element: { type, element_id: id, text, metadata }, start, end });
  }
  return elements;
}

/** Hashes of the text and where it is, as Unstructured makes them (`Element.id_to_hash`), or else random ones. */
function openIds({ fileName, uniqueIds }: ElementSettings): (text: string, page: number) => string {
  const onPage = new Map<number, number>();
  return (text, page) => {
    if (uniqueIds) return randomUUID();
    const n = onPage.get(page) ?? 0;
    onPage.set(page, n + 1);
    return createHash('sha256').update(`${fileName}${text}${page}${n}`).digest('hex').slice(0, 32);
  };
}

/** The corners of what it takes up on its first page, in points. */
function buildCoordinates({ boxes = [], page }: DocumentBlock, { pages }: DocumentJson): { coordinates?: object } {
  const own = boxes.filter((each) => each.page === page).map(({ box }) => box);
  const look = pages.find((each) => each.page === page);
  if (own.length === 0 || look?.width === undefined) return {};
  const left = Math.min(...own.map(([x]) => x));
  const top = Math.min(...own.map(([, y]) => y));
  const right = Math.max(...own.map(([, , x]) => x));
  const bottom = Math.max(...own.map(([, , , y]) => y));
  const points = [
    [left, top],
    [left, bottom],
    [right, bottom],
    [right, top],
  ];
  const layout = { layout_width: look.width, layout_height: look.height };
  return { coordinates: { points, system: 'PixelSpace', ...layout } };
}

function encodePicture({ image }: DocumentBlock, images: ReadonlyMap<string, LoadedImage>): object {
  const loaded = image === undefined ? undefined : images.get(image);
  return loaded ? { image_base64: loaded.bytes.toString('base64'), image_mime_type: loaded.contentType } : {};
}
