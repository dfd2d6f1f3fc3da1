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

/** Writes a DoclingDocument in one pass: cells of tables are written at once, texts and pictures at the end. */
export class DoclingJson {
  readonly #format: string;
  readonly #source: ChunkSource | undefined;
  readonly #children: Ref[] = [];
  readonly #texts: TextItem[] = [];
  readonly #pictures: PictureItem[] = [];
  readonly #pages: OutputPage[] = [];
  readonly #lists = makeLists(this.#children);
  readonly #tables = makeTables();
  readonly #captions = makeCaptions();

  constructor({ format }: DocumentFacts, source: ChunkSource | undefined) {
    this.#format = format;
    this.#source = source;
  }

  begin(): string {
    return `${beginningOf(this.#format, this.#source).slice(0, -1)},\n"tables":[`;
  }

  page(page: OutputPage): void {
    this.#pages.push(page);
  }

  block(block: OutputBlock): string {
    if (block.role === 'separator') return '';
    if (block.continues && this.#tables.isOpen()) return this.#tables.more(block);
    if (block.role !== 'list-item') this.#lists.close();
    // A table that its author wrote as Markdown has no rows here, and is text.
    if (block.rows || block.role === 'figure') return this.#addFloat(block);
    if (block.role !== 'caption') this.#captions.text();
    const before = block.role === 'caption' ? '' : this.#tables.close();
    if (block.role === 'list-item') this.#addListItem(block);
    else this.#addBodyText(block);
    return before;
  }

  *end(): Generator<string> {
    this.#captions.text();
    yield `${this.#tables.close()}\n],\n`;
    yield* listOf('texts', this.#texts);
    yield* listOf('groups', this.#lists.groups);
    yield* listOf('pictures', this.#pictures);
    const pages = pagesOf(this.#pages);
    const rest = { key_value_items: [], form_items: [], pages, furniture: rootOf('furniture', []) };
    yield `${JSON.stringify({ ...rest, body: rootOf('body', this.#children) }).slice(1)}\n`;
  }

  /** Adds a table or a picture. */
  #addFloat(block: OutputBlock): string {
    const item = block.rows ? this.#tables.next() : this.#addPicture(block);
    // The captions of the table before are written only now: one between them may have belonged to this block.
    this.#captions.floating(item);
    this.#children.push(refTo(item));
    return block.rows ? this.#tables.open(item, block) : this.#tables.close();
  }

  #addPicture(block: OutputBlock): PictureItem {
    const item = makeItem('pictures', this.#pictures.length, 'picture');
    const picture = { ...item, prov: provenanceOf(block), ...noCaptions() };
    this.#pictures.push(picture);
    return picture;
  }

  #addListItem(block: OutputBlock): void {
    const { list, marker } = this.#lists.open(block);
    const item = { ...this.#addText(block, list), enumerated: block.ordered ?? false, marker };
    this.#texts[this.#texts.length - 1] = item;
    this.#lists.add(item);
  }

  #addBodyText(block: OutputBlock): void {
    const ref = refTo(this.#addText(block, BODY));
    this.#children.push(ref);
    if (block.role === 'caption') this.#captions.caption(ref);
  }

  #addText(block: OutputBlock, parent: Ref): TextItem {
    const { label, ...facts } = textFacts(block);
    const { text } = block;
    const item = makeItem('texts', this.#texts.length, label, parent);
    const added = { ...item, prov: provenanceOf(block), orig: text, text, ...facts };
    this.#texts.push(added);
    return added;
  }
}

/** Content types that docling-core does not accept as those of a document. */
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
  'text/calendar',
  'application/x-ipynb+json',
  'application/yaml',
]);

function beginningOf(format: string, source: ChunkSource | undefined): string {
  const contentType = FORMATS[format as Format].contentTypes[0]!;
  const mimetype = UNKNOWN_TO_DOCLING.has(contentType) ? 'application/octet-stream' : contentType;
  const { name: filename = `document.${format}`, sha256 } = source ?? {};
  const name = filename.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  // docling has 64 bits here; every reader of JSON keeps the first 52
  const origin = sha256 && { mimetype, filename, binary_hash: Number.parseInt(sha256.slice(0, 13), 16) };
  return JSON.stringify({ schema_name: 'DoclingDocument', version: '1.10.0', name, ...(origin && { origin }) });
}

/** Roles that have a label of their own in docling. All others are text. */
const LABELS: Partial<Record<OutputBlock['role'], TextItem['label']>> = {
  'list-item': 'list_item',
  caption: 'caption',
  footnote: 'footnote',
  formula: 'formula',
};

function textFacts({ role, level = 1, language }: OutputBlock): Pick<TextItem, 'label'> & Partial<TextItem> {
  // docling's own readers write a heading of level 1 as a title
  if (role === 'heading') return level === 1 ? { label: 'title' } : { label: 'section_header', level: level - 1 };
  if (role === 'code') return { label: 'code', code_language: codeLanguage(language) };
  return { label: LABELS[role] ?? 'text' };
}

const rootOf = (layer: 'body' | 'furniture', children: readonly Ref[]): object => ({
  self_ref: `#/${layer}`,
  children,
  content_layer: layer,
  name: '_root_',
  label: 'unspecified',
});

/** Pages that have a size; docling has no others. */
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
