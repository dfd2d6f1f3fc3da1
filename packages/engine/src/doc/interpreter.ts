import type { Block } from '../document.ts';
import { symbolText, textInFont } from '../docx/symbols.ts';
import type { Flow } from '../flow/flow.ts';
import { headerBlocks } from '../flow/page-header.ts';
import type { PageHeader } from '../flow/page-header.ts';
import type { PictureNames } from '../office-art/pictures.ts';
import { createLists } from '../rtf/lists.ts';
import { PLAIN_PARAGRAPH } from '../rtf/paragraph-format.ts';
import type { ParagraphContext } from '../rtf/paragraph.ts';
import { Story } from '../rtf/story.ts';
import { readContent } from './content.ts';
import type { DocContent } from './content.ts';
import { createFields } from './fields.ts';
import type { Fields } from './fields.ts';
import type { DocFile } from './file.ts';
import { applyParagraph } from './formatting.ts';
import type { CharacterFormat, DocParagraph } from './formatting.ts';
import { findHeader } from './headers.ts';
import { Looks } from './looks.ts';
import type { RunFormat } from './looks.ts';
import type { DocNote } from './notes.ts';
import type { DocObjects } from './objects.ts';

/** Ends of paragraphs, cells and pages. */
// oxlint-disable-next-line no-control-regex -- these are the marks of the format
const ENDS = /[\r\u0007\f]/g;
const CELL = '\u0007';
const PAGE = '\f';
const TEXT_BOX_DEPTH = 4;

/** The story that text is read into. */
interface Place {
  readonly story: Story;
  readonly fields: Fields;
  /** Text boxes around the story. */
  readonly depth: number;
}

/** Reads the text of a document, paragraph by paragraph. */
export class DocInterpreter {
  readonly #file: DocFile;
  readonly #flow: Flow;
  readonly #pictures: PictureNames;
  readonly #objects: DocObjects;
  readonly #content: DocContent;
  readonly #context: ParagraphContext;
  readonly #looks: Looks;
  readonly #notes: Map<string, DocNote>;

  constructor(file: DocFile, flow: Flow, pictures: PictureNames, objects: DocObjects) {
    this.#file = file;
    this.#flow = flow;
    this.#pictures = pictures;
    this.#objects = objects;
    this.#content = readContent(file);
    const { notes, styles } = this.#content;
    this.#context = { styles: styles.roles, lists: createLists(), state: { titled: false } };
    this.#looks = new Looks(styles);
    this.#notes = new Map([...notes.values()].map((note) => [note.label, note]));
  }

  /** The header of the first page. */
  header(): PageHeader | undefined {
    const found = findHeader(this.#file);
    return found && { isOwn: found.isOwn, blocks: headerBlocks(this.#readBlocks(found.start, found.end)) };
  }

  /** The blocks of the body; each step reads a paragraph. */
  *body(): Generator<readonly Block[]> {
    let blocks: Block[] = [];
    const place = this.#makePlace((block) => void blocks.push(block));
    const end = Math.min(this.#file.lengths.body, this.#content.text.characters.length);
    for (let at = 0; at < end;) {
      at = this.#readParagraph(at, end, place);
      if (blocks.length > 0) yield blocks;
      blocks = [];
    }
    place.story.end(PLAIN_PARAGRAPH);
    yield blocks;
  }

  /** The blocks of a note that was referred to, once. */
  takeNote(label: string): readonly Block[] | undefined {
    const note = this.#notes.get(label);
    this.#notes.delete(label);
    return note && this.#readBlocks(note.start, note.end);
  }

  #makePlace(emit: (block: Block) => void, depth = 0): Place {
    return { story: new Story(this.#context, emit), fields: createFields(), depth };
  }

  #readBlocks(start: number, end: number, depth = 0): Block[] {
    const blocks: Block[] = [];
    const place = this.#makePlace((block) => void blocks.push(block), depth);
    const last = Math.min(end, this.#content.text.characters.length);
    for (let at = start; at < last;) at = this.#readParagraph(at, last, place);
    place.story.end(PLAIN_PARAGRAPH);
    return blocks;
  }

  /** Reads a paragraph that begins at a position; returns the position behind it. */
  #readParagraph(start: number, end: number, place: Place): number {
    const { characters } = this.#content.text;
    ENDS.lastIndex = start;
    const found = ENDS.exec(characters);
    const mark = found && found.index < end ? found.index : end;
    const format = this.#paragraphAt(Math.min(mark, end - 1));
    this.#readRuns(start, mark, format.style, place);
    if (mark === end) return end;
    this.#endParagraph(characters[mark]!, format, place.story);
    return mark + 1;
  }

  #paragraphAt(position: number): DocParagraph {
    const { paragraphs, styles, text } = this.#content;
    const { list } = paragraphs.at(text.offsetOf(position));
    const style = list.length >= 2 ? list.readUInt16LE(0) : 0;
    return applyParagraph(list.subarray(2), styles.paragraph(style), this.#file.data);
  }

  /** Ends the paragraph, or the cell or row that ends with it. */
  #endParagraph(mark: string, format: DocParagraph, story: Story): void {
    const depth = Math.max(1, format.tableDepth);
    const isInner = format.tableDepth > 1;
    if (format.endsRow && (mark === CELL || isInner)) return story.endRow(depth, format.row);
    const label = format.list > 0 && mark !== PAGE ? this.#content.lists.next(format.list, format.level) : undefined;
    if (label !== undefined && label !== '') story.label(label);
    if (mark === CELL || (format.endsInnerCell && isInner)) story.endCell(depth, { ...format, tableDepth: depth });
    else story.endParagraph(format);
  }

  #readRuns(start: number, end: number, style: number, place: Place): void {
    const { runs, text } = this.#content;
    for (let at = start; at < end;) {
      const { list, end: listEnd } = runs.at(text.offsetOf(at));
      const next = Math.min(end, text.positionOf(listEnd, at));
      this.#readRun(at, next, this.#looks.formatOf(list, style), place);
      at = next;
    }
  }

  #readRun(start: number, end: number, run: RunFormat, place: Place): void {
    const { fields } = place;
    const isHidden = run.format.hidden || run.format.deleted;
    const text = this.#content.text.characters.slice(start, end);
    this.#warnOfHidden(text, run, fields);
    let at = start;
    for (const piece of text.split(CONTROLS)) {
      const position = at;
      at += piece.length;
      if (FIELD_MARKS[piece]) {
        FIELD_MARKS[piece](fields);
        if (piece === RESULT) this.#readObject(run.format, place);
      } else if (!fields.isShown()) fields.instruct(piece);
      else if (!isHidden && piece !== '') this.#readPiece(piece, position, run, place);
    }
  }

  #warnOfHidden(text: string, { format }: RunFormat, fields: Fields): void {
    if (format.deleted) this.#flow.warn('tracked-deletion-left-out');
    else if (format.hidden && fields.isShown() && /[\p{L}\p{N}]/u.test(text)) this.#flow.warn('hidden-text-left-out');
  }

  /** Reads a control character, or text between two. */
  #readPiece(piece: string, position: number, { format, look }: RunFormat, place: Place): void {
    const { story, fields } = place;
    const { fonts, notes } = this.#content;
    const note = notes.get(position);
    if (note) story.inline({ kind: 'footnote', label: note.label });
    else if (this.#readSpecial(piece, position, format, place)) return;
    else if (format.symbol) story.text(symbolOf(fonts[format.symbol.font], format.symbol.code), look);
    else if (!CONTROLS.test(piece))
      story.text(textInFont(piece, fonts[format.font ?? -1]), this.#looks.linked(look, fields.href()));
  }

  /** Reads a character that stands for something else (MS-DOC 2.4.1); false for any other. */
  #readSpecial(piece: string, position: number, format: CharacterFormat, place: Place): boolean {
    const { story } = place;
    switch (piece) {
      case '\u0001':
        this.#readPicture(format, story);
        return true;
      case '\u0005':
        this.#flow.warn('comment-left-out');
        return true;
      case '\u0008':
        this.#readDrawing(position, place);
        return true;
      case '\u000b':
      case '\u000e':
        story.inline({ kind: 'break' });
        return true;
      case '\u001e':
        story.text('\u2011', PLAIN_LOOK);
        return true;
      default:
        return false;
    }
  }

  /** The object of a field that shows one stands at the mark before its result, which is a picture of it. */
  #readObject({ picture, hidden, deleted }: CharacterFormat, { story, fields }: Place): void {
    const object = this.#objects.get(picture ?? 0);
    if (object && fields.isShown() && !hidden && !deleted) story.float(object.blocks);
  }

  #readPicture(format: CharacterFormat, story: Story): void {
    if (format.picture === undefined || format.isData) return;
    const found = this.#content.drawings.inline(format.picture);
    if (found) story.inline(this.#pictures.show(found.picture, found.alt));
  }

  #readDrawing(position: number, { story, depth }: Place): void {
    const { drawings, textBoxes } = this.#content;
    const drawing = drawings.at(position);
    for (const { picture, alt } of drawing?.pictures ?? []) story.inline(this.#pictures.show(picture, alt));
    if (depth >= TEXT_BOX_DEPTH) return;
    for (const { start, end } of drawing?.texts ?? [])
      story.float(this.#readBlocks(textBoxes + start, textBoxes + end, depth + 1));
  }
}

const PLAIN_LOOK = {};
// oxlint-disable-next-line no-control-regex -- these are the marks of the format
const CONTROLS = /([\u0000-\u0008\u000b-\u001f])/;

const RESULT = '\u0014';
const FIELD_MARKS: Readonly<Record<string, (fields: Fields) => void>> = {
  '\u0013': (fields) => fields.begin(),
  [RESULT]: (fields) => fields.separate(),
  '\u0015': (fields) => fields.end(),
};

function symbolOf(font: string | undefined, code: number): string {
  return symbolText(font ?? '', (code & 0xff).toString(16));
}
