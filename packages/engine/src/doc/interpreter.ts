import type { Block, ImageInline } from '../document.ts';
import { symbolText, textInFont } from '../docx/symbols.ts';
import type { Flow } from '../flow/flow.ts';
import { headerBlocks } from '../flow/page-header.ts';
import type { PageHeader } from '../flow/page-header.ts';
import type { PictureNames, StoredPicture } from '../office-art/pictures.ts';
import { createLists } from '../rtf/lists.ts';
import { PLAIN_PARAGRAPH } from '../rtf/paragraph-format.ts';
import { createStory } from '../rtf/story.ts';
import type { Story } from '../rtf/story.ts';
import { readDrawings } from './drawings.ts';
import { createFields } from './fields.ts';
import type { Fields } from './fields.ts';
import { STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';
import { readFonts } from './fonts.ts';
import { applyCharacter, applyParagraph } from './formatting.ts';
import type { CharacterFormat, DocParagraph } from './formatting.ts';
import { findHeader } from './headers.ts';
import { readLists } from './lists.ts';
import { readNotes } from './notes.ts';
import { readText } from './pieces.ts';
import { readCharacterProperties, readParagraphProperties } from './properties.ts';
import { readStyles } from './styles.ts';

/** Reads the text of a document, paragraph by paragraph. */
export interface DocInterpreter {
  header(): PageHeader | undefined;
  /** The blocks of the body; each step reads a paragraph. */
  body(): Generator<readonly Block[]>;
  /** The blocks of a note that was referred to. */
  note(label: string): readonly Block[] | undefined;
}

/** Ends of paragraphs, cells and pages. */
// oxlint-disable-next-line no-control-regex -- these are the marks of the format
const ENDS = /[\r\u0007\f]/g;
const CELL = '\u0007';
const TEXT_BOX_DEPTH = 4;

interface Run {
  readonly format: CharacterFormat;
  readonly look: object;
}

export function createInterpreter(file: DocFile, flow: Flow, pictures: PictureNames): DocInterpreter {
  const text = readText(file);
  const { characters } = text;
  const styles = readStyles(file.structure(STRUCTURE.styles), file.data);
  const fonts = readFonts(file.structure(STRUCTURE.fonts));
  const paragraphs = readParagraphProperties(file);
  const runs = readCharacterProperties(file);
  const lists = readLists(file);
  const notes = readNotes(file);
  const byLabel = new Map([...notes.values()].map((note) => [note.label, note]));
  const drawings = readDrawings(file);
  const context = { styles: styles.roles, lists: createLists(), state: { titled: false } };
  const known = new Map<Buffer, Map<number, Run>>();
  const { body, footnotes, headers, comments, endnotes } = file.lengths;
  const textBoxes = body + footnotes + headers + comments + endnotes;

  const paragraphAt = (position: number): DocParagraph => {
    const { list } = paragraphs.at(text.offsetOf(position));
    const style = list.length >= 2 ? list.readUInt16LE(0) : 0;
    return applyParagraph(list.subarray(2), styles.paragraph(style), file.data);
  };
  /** One object for each look, since a story joins text of one look. */
  const runOf = (list: Buffer, style: number): Run => {
    const byStyle = known.get(list) ?? new Map<number, Run>();
    known.set(list, byStyle);
    let run = byStyle.get(style);
    if (!run) {
      const format = applyCharacter(list, styles.character(style), styles.list);
      byStyle.set(style, (run = { format, look: lookOf(format) }));
    }
    return run;
  };

  interface Place {
    readonly story: Story;
    readonly fields: Fields;
    readonly depth: number;
  }

  const readRuns = (start: number, end: number, style: number, place: Place): void => {
    for (let at = start; at < end;) {
      const { list, end: listEnd } = runs.at(text.offsetOf(at));
      const next = Math.min(end, text.positionOf(listEnd, at));
      readRun(at, next, runOf(list, style), place);
      at = next;
    }
  };

  const readRun = (start: number, end: number, { format, look }: Run, place: Place): void => {
    const { story, fields } = place;
    const isHidden = format.hidden || format.deleted;
    if (format.deleted) flow.warn('tracked-deletion-left-out');
    let at = start;
    for (const piece of characters.slice(start, end).split(CONTROLS)) {
      const position = at;
      at += piece.length;
      if (FIELD_MARKS[piece]) FIELD_MARKS[piece](fields);
      else if (!fields.isShown()) fields.instruct(piece);
      else if (isHidden || piece === '') continue;
      else if (notes.has(position)) story.inline({ kind: 'footnote', label: notes.get(position)!.label });
      else if (Object.hasOwn(SPECIAL, piece)) SPECIAL[piece]!(position, format, place);
      else if (format.symbol) story.text(symbolOf(fonts[format.symbol.font], format.symbol.code), look);
      else if (!CONTROLS.test(piece)) {
        const href = fields.href();
        story.text(textInFont(piece, fonts[format.font ?? -1]), href === undefined ? look : linked(look, href));
      }
    }
  };
  let lastLink: { look: object; href: string; linked: object } | undefined;
  const linked = (look: object, href: string): object => {
    if (lastLink?.look !== look || lastLink.href !== href) lastLink = { look, href, linked: { ...look, href } };
    return lastLink.linked;
  };

  const show = (found: { readonly picture: StoredPicture; readonly alt: string }): ImageInline =>
    pictures.show(found.picture, found.alt);
  const SPECIAL: Readonly<Record<string, (position: number, format: CharacterFormat, place: Place) => void>> = {
    '\u0001': (_position, format, { story }) => {
      const found = format.picture === undefined || format.isData ? undefined : drawings.inline(format.picture);
      if (found) story.inline(show(found));
    },
    '\u0005': () => flow.warn('comment-left-out'),
    '\u0008': (position, _format, { story, depth }) => {
      const drawing = drawings.at(position);
      for (const found of drawing?.pictures ?? []) story.inline(show(found));
      if (depth >= TEXT_BOX_DEPTH) return;
      for (const { start, end } of drawing?.texts ?? [])
        story.float(readBlocks(textBoxes + start, textBoxes + end, depth + 1));
    },
    '\u000b': (_position, _format, { story }) => story.inline({ kind: 'break' }),
    '\u000e': (_position, _format, { story }) => story.inline({ kind: 'break' }),
    '\u001e': (_position, _format, { story }) => story.text('\u2011', PLAIN_LOOK),
  };

  /** Reads a paragraph that begins at a position; returns the position behind it. */
  const readParagraph = (start: number, end: number, place: Place): number => {
    ENDS.lastIndex = start;
    const found = ENDS.exec(characters);
    const mark = found && found.index < end ? found.index : end;
    const format = paragraphAt(Math.min(mark, end - 1));
    const { story } = place;
    readRuns(start, mark, format.style, place);
    if (mark === end) return end;
    const depth = Math.max(1, format.tableDepth);
    const isCell = characters[mark] === CELL || (format.endsInnerCell && format.tableDepth > 1);
    if (format.endsRow && (characters[mark] === CELL || format.tableDepth > 1)) story.endRow(depth, format.row);
    else {
      const label = format.list > 0 && characters[mark] !== '\f' ? lists.next(format.list, format.level) : undefined;
      if (label !== undefined && label !== '') story.label(label);
      if (isCell) story.endCell(depth, { ...format, tableDepth: depth });
      else story.endParagraph(format);
    }
    return mark + 1;
  };

  const readBlocks = (start: number, end: number, depth = 0): Block[] => {
    const blocks: Block[] = [];
    const story = createStory(context, (block) => void blocks.push(block));
    const place = { story, fields: createFields(), depth };
    const last = Math.min(end, characters.length);
    for (let at = start; at < last;) at = readParagraph(at, last, place);
    story.end(PLAIN_PARAGRAPH);
    return blocks;
  };

  return {
    header() {
      const found = findHeader(file);
      return found && { isOwn: found.isOwn, blocks: headerBlocks(readBlocks(found.start, found.end)) };
    },
    *body() {
      let blocks: Block[] = [];
      const story = createStory(context, (block) => void blocks.push(block));
      const place = { story, fields: createFields(), depth: 0 };
      const end = Math.min(body, characters.length);
      for (let at = 0; at < end;) {
        at = readParagraph(at, end, place);
        if (blocks.length > 0) yield blocks;
        blocks = [];
      }
      story.end(PLAIN_PARAGRAPH);
      yield blocks;
    },
    note(label) {
      const note = byLabel.get(label);
      byLabel.delete(label);
      return note && readBlocks(note.start, note.end);
    },
  };
}

const PLAIN_LOOK = {};
// oxlint-disable-next-line no-control-regex -- these are the marks of the format
const CONTROLS = /([\u0000-\u0008\u000b-\u001f])/;

const FIELD_MARKS: Readonly<Record<string, (fields: Fields) => void>> = {
  '\u0013': (fields) => fields.begin(),
  '\u0014': (fields) => fields.separate(),
  '\u0015': (fields) => fields.end(),
};

function lookOf({ bold, italic, strike, position }: CharacterFormat): object {
  return {
    ...(bold ? { bold: true } : {}),
    ...(italic ? { italic: true } : {}),
    ...(strike ? { strike: true } : {}),
    ...(position === 1 ? { sup: true } : position === 2 ? { sub: true } : {}),
  };
}

function symbolOf(font: string | undefined, code: number): string {
  return symbolText(font ?? '', (code & 0xff).toString(16));
}
