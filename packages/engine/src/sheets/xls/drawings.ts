import type { Block } from '../../document.ts';
import { recordsIn } from '../../office-art/records.ts';
import { readShapes, withGroup } from '../../office-art/shapes.ts';
import type { Floating } from '../source.ts';
import { createTitleReader } from './chart-titles.ts';
import { CONTINUE, recordsOfSubstream } from './records.ts';
import type { BookRecord } from './records.ts';

/** What floats over a sheet, and whether cells have comments. */
export interface SheetDrawings {
  readonly floating: readonly Floating[];
  readonly comments: boolean;
}

const DRAWING = 0x00ec;
const OBJECT = 0x005d;
const TEXT = 0x01b6;
const DRAWING_GOES_ON: ReadonlySet<number> = new Set([DRAWING, OBJECT, TEXT]);

/** Types of records in the container of a shape (MS-ODRAW 2.2.14). */
const ANCHOR = 0xf010;
const OBJECT_FOLLOWS = 0xf011;
const TEXT_FOLLOWS = 0xf00d;

/** Types of objects (MS-XLS 2.5.143). */
const NOTE = 0x19;
const CHECKS: ReadonlySet<number> = new Set([0x0b, 0x0c]);
/** The state of a check box or option button (MS-XLS 2.5.138). */
const CHECK_DATA = 0x12;
/** Bytes of a text record before the number of its letters (MS-XLS 2.4.329). */
const TEXT_LENGTH = 10;

interface SheetObject {
  readonly type: number;
  readonly isChecked: boolean;
  /** Of a chart. */
  readonly titles: string[];
}

interface Collected {
  /** The stream of shapes. */
  readonly art: Buffer;
  readonly objects: SheetObject[];
  readonly texts: string[];
}

/**
 * Reads the texts of boxes and shapes of a sheet, and its check boxes. Shapes are one stream in several records; the
 * object and the text of a shape are records of their own between them, in the order of the shapes.
 */
export function readSheetDrawings(stream: Buffer, offset: number): SheetDrawings {
  const { art, objects, texts } = collect(recordsOfSubstream(stream, offset));
  const comments = objects.some(({ type }) => type === NOTE);
  const floating: Floating[] = [];
  let row = 0;
  for (const shape of readShapes(art).flatMap((top) => [...withGroup(top)])) {
    let object: SheetObject | undefined;
    let text = '';
    for (const { type, body } of recordsIn(shape.body)) {
      if (type === ANCHOR && body.length >= 8) row = body.readUInt16LE(6);
      if (type === OBJECT_FOLLOWS) object = objects.shift();
      if (type === TEXT_FOLLOWS) text = texts.shift() ?? '';
    }
    if (object?.type === NOTE || shape.hidden) continue;
    for (const block of paragraphsOf(text, object)) floating.push({ block, images: [], row });
  }
  return { floating: floating.toSorted((a, b) => a.row - b.row), comments };
}

/** A record that is too long for one goes on in others, which for shapes may also follow an object or a text. */
function collect(records: Iterable<BookRecord>): Collected {
  const art: Buffer[] = [];
  const objects: SheetObject[] = [];
  const texts: OpenText[] = [];
  let continued = 0;
  const readTitle = createTitleReader();
  for (const record of records) {
    if (readTitle(record, objects.at(-1)?.titles)) continue;
    const { type, body } = record;
    if (type !== CONTINUE) continued = type;
    if (type === DRAWING) art.push(body);
    else if (type === OBJECT) objects.push(readObject(body));
    else if (type === TEXT) texts.push(openText(body));
    else if (type !== CONTINUE) continue;
    else if (continued === TEXT && continueText(texts.at(-1), body)) continue;
    else if (DRAWING_GOES_ON.has(continued)) art.push(body);
  }
  return { art: Buffer.concat(art), objects, texts: texts.map(({ text }) => text) };
}

/** A text as far as it was read, and what of it and of the runs of its fonts is still to come. */
interface OpenText {
  text: string;
  letters: number;
  runBytes: number;
}

function openText(body: Buffer): OpenText {
  if (body.length < TEXT_LENGTH + 4) return { text: '', letters: 0, runBytes: 0 };
  return { text: '', letters: body.readUInt16LE(TEXT_LENGTH), runBytes: body.readUInt16LE(TEXT_LENGTH + 2) };
}

/** Returns whether the record belongs to the text. */
function continueText(open: OpenText | undefined, body: Buffer): boolean {
  if (!open || (open.letters <= 0 && open.runBytes <= 0)) return false;
  if (open.letters > 0) {
    const piece = readLetters(body).slice(0, open.letters);
    open.text += piece;
    open.letters -= piece === '' ? open.letters : piece.length;
  } else open.runBytes -= body.length;
  return true;
}

/** Letters of one or two bytes, as the byte before them says. */
const readLetters = (body: Buffer): string => body.toString((body[0] ?? 0) === 0 ? 'latin1' : 'utf16le', 1);

/** An object is records of its own (MS-XLS 2.4.181), of which the first names its type. */
function readObject(body: Buffer): SheetObject {
  let isChecked = false;
  for (let at = 0; at + 6 <= body.length; at += 4 + body.readUInt16LE(at + 2))
    if (body.readUInt16LE(at) === CHECK_DATA) isChecked = body.readUInt16LE(at + 4) === 1;
  return { type: body.length >= 6 ? body.readUInt16LE(4) : 0, isChecked, titles: [] };
}

/** A line is a paragraph; a check box stands before the first. */
function paragraphsOf(text: string, object: SheetObject | undefined): Block[] {
  const lines = [text, ...(object?.titles ?? [])]
    .join('\n')
    .split(/[\n\r]+/)
    .filter((line) => line.trim() !== '');
  const mark = object?.isChecked ? '☒' : '☐';
  const shown = object && CHECKS.has(object.type) ? [`${mark} ${lines[0] ?? ''}`, ...lines.slice(1)] : lines;
  return shown.map((line) => ({ kind: 'paragraph', content: [{ kind: 'text', text: line }] }));
}
