import type { Block, Inline } from '../document.ts';
import { textInFont } from '../docx/symbols.ts';
import { listBlocks } from '../flow/assemble.ts';
import type { ItemFragment } from '../flow/assemble.ts';
import { recordsIn } from '../office-art/records.ts';
import type { ArtRecord } from '../office-art/records.ts';
import { RECORD } from './file.ts';
import { readTextStyles } from './styles.ts';
import type { CharacterRun, Look, TextStyles } from './styles.ts';

/** A text of a slide. */
export interface PptText {
  readonly kind: 'title' | 'body' | 'notes' | 'other';
  readonly paragraphs: readonly PptParagraph[];
}

export interface PptParagraph {
  readonly content: readonly Inline[];
  readonly level: number;
  readonly bullet: boolean;
}

interface Link {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** Kinds of texts (MS-PPT 2.13.33). */
const KINDS: Readonly<Record<number, PptText['kind']>> = {
  0: 'title',
  6: 'title',
  1: 'body',
  7: 'body',
  8: 'body',
  2: 'notes',
};
/** Kinds whose paragraphs have bullets on every usual master. */
const WITH_BULLETS = new Set([1, 7, 8]);

/** Records that put a slide's number, a date, a header or a footer in the place of a character (MS-PPT 2.9.49 ff.). */
const REPEATED = new Set([4056, 4087, 4088, 4089, 4090, 4117]);

/** The tables that texts refer to by number: the addresses of links, and the names of fonts. */
export interface PptReferences {
  readonly links: ReadonlyMap<number, string>;
  readonly fonts: ReadonlyMap<number, string>;
}

/** Reads a text from its records: its kind, its characters, its styles and links. */
export function readText(records: readonly ArtRecord[], { links, fonts }: PptReferences): PptText | undefined {
  const parts: TextParts = { kind: 4, text: undefined, styles: { paragraphs: [], characters: [] }, ranges: [] };
  for (const { type, body } of records) READ_RECORD[type]?.(parts, body, links);
  const { kind, text, styles, ranges } = parts;
  if (text === undefined) return undefined;
  const own = withoutRepeated(text, records);
  const paragraphs = paragraphsOf(own, { styles, links: ranges, fonts, bullets: WITH_BULLETS.has(kind) });
  return { kind: KINDS[kind] ?? 'other', paragraphs };
}

interface TextParts {
  kind: number;
  text: string | undefined;
  styles: TextStyles;
  readonly ranges: Link[];
  /** Address of the last link; the record after it says to which characters it belongs. */
  href?: string | undefined;
}

const READ_RECORD: Readonly<Record<number, (parts: TextParts, body: Buffer, links: PptReferences['links']) => void>> = {
  [RECORD.textHeader](parts, body) {
    if (body.length >= 4) parts.kind = body.readUInt32LE(0);
  },
  [RECORD.textCharacters](parts, body) {
    parts.text = body.toString('utf16le');
  },
  [RECORD.textBytes](parts, body) {
    parts.text = body.toString('latin1');
  },
  [RECORD.textStyle](parts, body) {
    parts.styles = readTextStyles(body, parts.text?.length ?? 0);
  },
  [RECORD.link](parts, body, links) {
    parts.href = linkOf(body, links);
  },
  [RECORD.linkRange]({ ranges, href }, body) {
    if (href !== undefined && body.length >= 8)
      ranges.push({ start: body.readUInt32LE(0), end: body.readUInt32LE(4), href });
  },
};

/** A character that is left out becomes one without a glyph, so that all positions stay as they are. */
function withoutRepeated(text: string, records: readonly ArtRecord[]): string {
  const places = new Set(
    records.flatMap(({ type, body }) => (REPEATED.has(type) && body.length >= 4 ? [body.readUInt32LE(0)] : [])),
  );
  return places.size === 0 ? text : text.replaceAll(/[^]/g, (char, at: number) => (places.has(at) ? '\0' : char));
}

function linkOf(body: Buffer, links: ReadonlyMap<number, string>): string | undefined {
  for (const { type, body: atom } of recordsIn(body))
    if (type === RECORD.linkAtom && atom.length >= 8) return links.get(atom.readUInt32LE(4));
  return undefined;
}

const PLAIN: CharacterRun = { count: 0, look: {}, font: undefined };

interface Formatting {
  readonly styles: TextStyles;
  readonly links: readonly Link[];
  readonly fonts: ReadonlyMap<number, string>;
  readonly bullets: boolean;
}

function paragraphsOf(text: string, formatting: Formatting): PptParagraph[] {
  const paragraphs: PptParagraph[] = [];
  const formatAt = createCursor(formatting.styles.paragraphs);
  const lookAt = createCursor(formatting.styles.characters);
  let at = 0;
  for (const line of text.split('\r')) {
    const format = formatAt(at)?.run;
    const content = contentOf(line, at, lookAt, formatting);
    paragraphs.push({ content, level: format?.level ?? 0, bullet: format?.bullet ?? formatting.bullets });
    at += line.length + 1;
  }
  return paragraphs;
}

/** The content of a line that begins at position `at` of its text, cut where its look or its link changes. */
function contentOf(line: string, at: number, lookAt: Cursor<CharacterRun>, { links, fonts }: Formatting): Inline[] {
  const content: Inline[] = [];
  for (let from = at; from < at + line.length;) {
    const { run, end: runEnd } = lookAt(from) ?? { run: PLAIN, end: undefined };
    const link = links.find(({ start, end }) => start <= from && from < end);
    const ends = [runEnd, link?.end, links.find(({ start }) => start > from)?.start, at + line.length];
    const end = Math.max(from + 1, Math.min(...ends.filter((each) => each !== undefined)));
    const shown = textInFont(line.slice(from - at, end - at), fonts.get(run.font ?? -1));
    content.push(...inlinesOf(shown, run.look, link?.href));
    from = end;
  }
  return content;
}

/** Finds the run at a position and where it ends. */
type Cursor<T> = (position: number) => { readonly run: T; readonly end: number } | undefined;

/** Positions have to be asked for in order. */
function createCursor<T extends { readonly count: number }>(runs: readonly T[]): Cursor<T> {
  let n = 0;
  let end = runs[0]?.count ?? 0;
  return (position) => {
    while (n < runs.length && position >= end) end += runs[++n]?.count ?? 0;
    const run = runs[n];
    return run && { run, end };
  };
}

function inlinesOf(text: string, look: Look, href: string | undefined): Inline[] {
  return text.split(/[\v\f]/).flatMap((part, n): Inline[] => [
    ...(n > 0 ? [{ kind: 'break' } as const] : []),
    ...(part === ''
      ? []
      : [
          {
            kind: 'text',
            text: part.replaceAll('\0', ''),
            ...look,
            ...(href === undefined ? {} : { href }),
          } as const,
        ]),
  ]);
}

/** A text as blocks: lists by their levels, the rest as paragraphs. */
export function blocksOf({ paragraphs }: PptText): Block[] {
  const blocks: Block[] = [];
  let items: ItemFragment[] = [];
  const close = (): void => {
    blocks.push(...listBlocks(items));
    items = [];
  };
  for (const { content, level, bullet } of paragraphs) {
    if (isBlank(content)) continue;
    const paragraph: Block = { kind: 'paragraph', content };
    if (bullet)
      items.push({ kind: 'item', level, ordered: false, value: 0, list: 'bullet', item: { blocks: [paragraph] } });
    else {
      close();
      blocks.push(paragraph);
    }
  }
  close();
  return blocks;
}

export function isBlank(content: readonly Inline[]): boolean {
  return content.every((inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''));
}
