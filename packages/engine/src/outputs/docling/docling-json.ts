import type { Format } from '../../format.ts';
import { FORMATS } from '../../formats.ts';
import type { ChunkSource } from '../chunks.ts';
import type { DocumentFacts, OutputPage } from '../document-json.ts';
import type { OutputBlock } from '../output-block.ts';
import { makeCaptions, noCaptions } from './captions.ts';
import { codeLanguage } from './code-language.ts';
import { BODY, makeItem, refTo, type PictureItem, type Ref, type TextItem } from './items.ts';
import { makeLists } from './lists.ts';
import { provenanceOf } from './provenance.ts';
import { makeTables } from './tables.ts';

/** Writes a DoclingDocument in one pass: cells of tables go through, texts and pictures are held until the end. */
export interface DoclingJson {
  begin(): string;
  page(page: OutputPage): void;
  block(block: OutputBlock): string;
  end(): Iterable<string>;
}

export function makeDoclingJson({ format }: DocumentFacts, source: ChunkSource | undefined): DoclingJson {
  const children: Ref[] = [];
  const texts: TextItem[] = [];
  const pictures: PictureItem[] = [];
  const pages: OutputPage[] = [];
  const lists = makeLists(children);
  const tables = makeTables();
  const captions = makeCaptions();

  const addText = (block: OutputBlock, parent: Ref): TextItem => {
    const { label, ...facts } = textFacts(block);
    const { text } = block;
    const item = makeItem('texts', texts.length, label, parent);
    texts.push({ ...item, prov: provenanceOf(block), orig: text, text, ...facts });
    return texts.at(-1)!;
  };
  const addListItem = (block: OutputBlock): void => {
    const { list, marker } = lists.open(block);
    const item = { ...addText(block, list), enumerated: block.ordered ?? false, marker };
    texts[texts.length - 1] = item;
    lists.add(item);
  };
  const addPicture = (block: OutputBlock): PictureItem => {
    const item = { ...makeItem('pictures', pictures.length, 'picture'), prov: provenanceOf(block), ...noCaptions() };
    pictures.push(item);
    return item;
  };
  const addFloating = (block: OutputBlock): string => {
    const item = block.rows ? tables.next() : addPicture(block);
    // What is said of the table before is written once it is known whose the caption between is.
    captions.floating(item);
    children.push(refTo(item));
    return block.rows ? tables.open(item, block) : tables.close();
  };
  const addOther = (block: OutputBlock): void => {
    if (block.role === 'list-item') return addListItem(block);
    const ref = refTo(addText(block, BODY));
    children.push(ref);
    if (block.role === 'caption') captions.caption(ref);
  };

  return {
    begin: () => `${beginningOf(format, source).slice(0, -1)},\n"tables":[`,
    page: (page) => void pages.push(page),
    block(block) {
      if (block.role === 'separator') return '';
      if (block.continues && tables.isOpen()) return tables.more(block);
      if (block.role !== 'list-item') lists.close();
      // A table that its author wrote as Markdown has no rows here, and is text.
      if (block.rows || block.role === 'figure') return addFloating(block);
      if (block.role !== 'caption') captions.text();
      const before = block.role === 'caption' ? '' : tables.close();
      addOther(block);
      return before;
    },
    *end() {
      captions.text();
      yield `${tables.close()}\n],\n`;
      yield* listOf('texts', texts);
      yield* listOf('groups', lists.groups);
      yield* listOf('pictures', pictures);
      const rest = { key_value_items: [], form_items: [], pages: pagesOf(pages), furniture: rootOf('furniture', []) };
      yield `${JSON.stringify({ ...rest, body: rootOf('body', children) }).slice(1)}\n`;
    },
  };
}

/** Content types of ours that docling-core takes for no type of a document. */
const UNKNOWN_TO_DOCLING = new Set([
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  'application/vnd.lotus-1-2-3',
  'application/vnd.dbf',
  'application/x-quattropro',
  'application/x-sylk',
  'application/x-dif',
  'application/mbox',
  'image/webp',
  'application/vnd.ms-outlook',
  'application/rss+xml',
  'application/x-ipynb+json',
  'application/yaml',
]);

function beginningOf(format: string, source: ChunkSource | undefined): string {
  const contentType = FORMATS[format as Format].contentTypes[0]!;
  const mimetype = UNKNOWN_TO_DOCLING.has(contentType) ? 'application/octet-stream' : contentType;
  const { name: filename = `document.${format}`, sha256 } = source ?? {};
  const name = filename.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  // Of its 64 bits, those that a number in JSON keeps with every reader.
  const origin = sha256 && { mimetype, filename, binary_hash: Number.parseInt(sha256.slice(0, 13), 16) };
  return JSON.stringify({ schema_name: 'DoclingDocument', version: '1.10.0', name, ...(origin && { origin }) });
}

function textFacts({ role, level = 1, language }: OutputBlock): Pick<TextItem, 'label'> & Partial<TextItem> {
  switch (role) {
    case 'heading':
      // As docling's own readers have it, a heading of level 1 is a title.
      return level === 1 ? { label: 'title' } : { label: 'section_header', level: level - 1 };
    case 'list-item':
      return { label: 'list_item' };
    case 'code':
      return { label: 'code', code_language: codeLanguage(language) };
    case 'caption':
    case 'footnote':
    case 'formula':
      return { label: role };
    case 'paragraph':
    case 'quote':
    case 'toc':
    case 'table':
    case 'figure':
    case 'separator':
      return { label: 'text' };
  }
}

const rootOf = (layer: 'body' | 'furniture', children: readonly Ref[]): object => ({
  self_ref: `#/${layer}`,
  children,
  content_layer: layer,
  name: '_root_',
  label: 'unspecified',
});

/** Pages of formats that look like something; docling has no others. */
const pagesOf = (pages: readonly OutputPage[]): object =>
  Object.fromEntries(
    pages.flatMap(({ page, width, height }) =>
      width === undefined || height === undefined ? [] : [[page, { page_no: page, size: { width, height } }]],
    ),
  );

function* listOf(name: string, items: readonly object[]): Generator<string> {
  yield `"${name}":[`;
  for (const [n, item] of items.entries()) yield `${n === 0 ? '' : ','}\n${JSON.stringify(item)}`;
  yield '\n],\n';
}
