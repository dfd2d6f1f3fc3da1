import { columnsOf } from './columns.ts';
import { RUN } from '../layout/model/raw-page.ts';
import type { RawRule, RawRun } from '../layout/model/raw-page.ts';
import { withBullets } from './bullets.ts';
import { findCheckBoxes, withCheckBoxes, withoutCheckBoxes } from './check-boxes.ts';
import type { CheckBox } from './check-boxes.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Choice } from './choose-language.ts';
import { withPointsOfColumns } from './column-points.ts';
import { readDarkBars } from './dark-bars.ts';
import type { Engine, Recognized } from './engine.ts';
import type { AskReading } from '../options.ts';
import { withLabels } from './labels.ts';
import { legiblePart } from './legible.ts';
import { withLostSpaces } from './lost-spaces.ts';
import { meanConfidence } from './mean-confidence.ts';
import { drawApart, drawTogether } from './page-numbers.ts';
import type { SourcePicture } from './picture.ts';
import { withPoints } from './points.ts';
import { prepare, turnOver } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import type { RuledLine } from './ruled-lines.ts';
import { isVertical, scriptOf } from './scripts.ts';
import type { Script } from './scripts.ts';
import { lookAgain } from './second-look.ts';
import { withReading } from './ask-reading.ts';
import { withoutSlips } from './slips.ts';
import { boldWords } from './weight.ts';
import { readUnread } from './unread.ts';
import { placeWords, withLeaders } from './words.ts';
import type { PlacedWord } from './words.ts';

/** The text that OCR finds on a picture, as a raw page: points, y down, after turning and leveling. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly RawRun[];
  readonly rules: readonly RawRule[];
  /** Mean over the letters, also of those that were left out, 0 to 100; 0 when nothing was read. */
  readonly confidence: number;
  /** How far the picture was turned clockwise to stand upright. */
  readonly turned: 0 | 90 | 180 | 270;
  /** Code of the language that it was read in. */
  readonly language?: string;
  /** True when the text is not of that language, and was left out. */
  readonly isUnreadable?: boolean;
  /** Lines that were left out for the same reason, of a page that was read. */
  readonly leftOut?: number;
  /** Where another reading was asked for: how many words of it were taken. */
  readonly asked?: number | 'unanswered';
}

/** Below this mean the page may stand on its head. */
const DOUBTFUL = 65;
/** Font size of ordinary text in points, by which a picture of unknown density gets its size. */
const BODY = 10.5;
/** Share of the font size that a small letter is high. */
const SMALL_LETTER = 0.53;
/** Pixels an inch where there is nothing to measure. */
const UNKNOWN = 150;

/**
 * Reads a picture with OCR. Its density comes from `dpi` or, where that is not known, from the size of its letters. A
 * slide may look like a photograph of a page: where nothing is read of what that would show, it is read as it is.
 */
export async function readPicture(source: SourcePicture, engine: Engine, ask?: AskReading): Promise<ReadPicture> {
  const start = performance.now();
  try {
    return await readEitherWay(source, { engine, ask });
  } finally {
    // For traces.
    performance.measure('ocr', { start });
  }
}

/** Who reads a picture. */
interface Readers {
  readonly engine: Engine;
  readonly ask: AskReading | undefined;
}

async function readEitherWay(source: SourcePicture, readers: Readers): Promise<ReadPicture> {
  const upright = await prepare(source);
  const read = await readUpright(source, readers, upright);
  if (read.runs.length > 0 || !upright.isStraightened) return read;
  const plain = await readUpright(source, readers, await prepare(source, { asPhotograph: false }));
  return plain.runs.length > 0 ? plain : read;
}

async function readUpright(source: SourcePicture, { engine, ask }: Readers, upright: Prepared): Promise<ReadPicture> {
  const { letter } = upright;
  const stated = source.dpi === undefined ? undefined : source.dpi * upright.scale;
  const measured = letter === undefined ? UNKNOWN : (letter / SMALL_LETTER) * (72 / BODY);
  const density = stated ?? measured;
  const unturned = (): Promise<Prepared> => prepare(source, { turn: false, asPhotograph: upright.isStraightened });
  const { choice, boxes, recognized } = await readRightWayUp(upright, engine, density, unturned);
  if (!recognized) return await readColumns(choice, engine, density);
  const { prepared, language } = choice;
  const { recognized: legible, isUnreadable, leftOut } = legiblePart(recognized);
  const confidence = Math.round(meanConfidence(recognized));
  const found = wordsOf(legible, choice, boxes);
  const { words, asked } = await withReading(found, { confidence, picture: prepared.picture, ask });
  const dpi = stated ?? dpiOf(words) ?? density;
  const bold = boldWords(prepared.picture, prepared.bitmap, prepared.background, words);
  const points = 72 / dpi;
  return {
    width: round(prepared.picture.width * points),
    height: round(prepared.picture.height * points),
    runs: words.map((word, i) => runOf(word, bold[i] ?? false, points)),
    rules: prepared.lines.map((line) => ruleOf(line, points)),
    confidence,
    turned: TURNED[prepared.quarters],
    language,
    isUnreadable,
    leftOut,
    ...(asked !== undefined && { asked }),
  };
}

interface Attempt {
  readonly choice: Choice;
  readonly boxes: readonly CheckBox[];
  /** Undefined where the text is written in columns. */
  readonly recognized: Recognized | undefined;
}

/** Reads the page the way up that it was prepared; also on its head if that is as likely, or if it reads badly. */
async function readRightWayUp(
  upright: Prepared,
  engine: Engine,
  dpi: number,
  unturned: () => Promise<Prepared>,
): Promise<Attempt> {
  const mayBeTurned = upright.quarters !== 0 || upright.maybeOnHead;
  const choice = await chooseLanguage(mayBeTurned ? bothWays(upright) : [upright], engine, dpi, unturned);
  if (isVertical(choice.language)) return { choice, boxes: [], recognized: undefined };
  const first = await readRows(choice, engine, dpi);
  if (mayBeTurned || meanConfidence(first.recognized) >= DOUBTFUL) return first;
  const again = await chooseLanguage(bothWays(upright), engine, dpi, unturned);
  return again.prepared === upright ? first : await readRows(again, engine, dpi);
}

async function readRows(choice: Choice, engine: Engine, dpi: number): Promise<Attempt & { recognized: Recognized }> {
  const boxes = checkBoxesIn(choice);
  return { choice, boxes, recognized: await recognize(choice, boxes, engine, dpi) };
}

/** The words with what is drawn rather than written: points, leaders, bullets and check boxes. */
function wordsOf(
  recognized: Recognized,
  { prepared, language }: Choice,
  boxes: readonly CheckBox[],
): readonly PlacedWord[] {
  const { components, leaders } = prepared;
  const placed = placeWords(recognized);
  const mended = withLabels(withoutSlips(components ? withLostSpaces(placed, components) : placed, language));
  const pointed = withPointsOfColumns(components ? withPoints(mended, components) : mended);
  const led = withLeaders(pointed, leaders);
  return withCheckBoxes(components ? withBullets(led, components) : led, boxes);
}

/** Reads text that runs from top to bottom. */
async function readColumns({ prepared, language }: Choice, engine: Engine, dpi: number): Promise<ReadPicture> {
  const recognized = await engine.in(language).recognize(prepared.picture, dpi);
  const points = 72 / dpi;
  return {
    width: round(prepared.picture.width * points),
    height: round(prepared.picture.height * points),
    runs: columnsOf(recognized).map((column) => ({
      ...runOf(column, false, points),
      flags: RUN.vertical,
    })),
    rules: [],
    confidence: Math.round(meanConfidence(recognized)),
    turned: 0,
    language,
  };
}

const SQUARE_SCRIPTS: ReadonlySet<Script> = new Set(['chinese', 'japanese', 'korean']);

const TURNED = [0, 90, 180, 270] as const;

const bothWays = (prepared: Prepared): Prepared[] => [prepared, turnOver(prepared)];

/** Square letters look like boxes. */
const checkBoxesIn = ({ prepared, language }: Choice): CheckBox[] =>
  SQUARE_SCRIPTS.has(scriptOf(language)) ? [] : findCheckBoxes(prepared);

async function recognize(choice: Choice, boxes: readonly CheckBox[], engine: Engine, dpi: number): Promise<Recognized> {
  const { language } = choice;
  const { letter } = choice.prepared;
  const recognizer = engine.in(language);
  const prepared = { ...choice.prepared, picture: withoutCheckBoxes(choice.prepared, boxes) };
  if (letter === undefined) return await recognizer.recognize(prepared.picture, dpi);
  const { picture, moves } = drawTogether(prepared, letter);
  const recognized = drawApart(await recognizer.recognize(picture, dpi), moves);
  const seen = await lookAgain(recognized, recognizer, { picture: prepared.picture, letter, dpi });
  // what looks like a bar on an unreadable page is not one
  if (meanConfidence(seen) < DOUBTFUL) return seen;
  const bars = prepared.darkBars;
  const whole = await readDarkBars(seen, recognizer, { picture: prepared.picture, bars, dpi });
  const { components } = prepared;
  return components
    ? await readUnread(whole, recognizer, { picture: prepared.picture, components, letter, dpi })
    : whole;
}

/** The density at which most of the letters have the size of ordinary text. */
function dpiOf(words: readonly PlacedWord[]): number | undefined {
  const bySize = words.toSorted((a, b) => a.size - b.size);
  const all = words.reduce((sum, word) => sum + word.text.length, 0);
  let seen = 0;
  const usual = bySize.find((word) => (seen += word.text.length) * 2 >= all);
  return usual && (usual.size / BODY) * 72;
}

/** Letters that are read to the left (UAX #9: R and AL). */
const LEFTWARDS = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

function runOf(word: PlacedWord, bold: boolean, points: number): RawRun {
  return {
    text: word.text,
    x0: round(word.x0 * points),
    y0: round(word.y0 * points),
    x1: round(word.x1 * points),
    y1: round(word.y1 * points),
    baseline: round(word.baseline * points),
    size: round(word.size * points),
    font: 'ocr',
    color: 0,
    flags: (bold ? RUN.bold : 0) | (LEFTWARDS.test(word.text) ? RUN.rtl : 0),
    confidence: Math.round(word.confidence),
    ...(word.space ? { space: true as const } : {}),
  };
}

function ruleOf(line: RuledLine, points: number): RawRule {
  const x = round(((line.x0 + line.x1) / 2) * points);
  const y = round(((line.y0 + line.y1) / 2) * points);
  const place =
    line.kind === 'horizontal'
      ? { x0: round(line.x0 * points), y0: y, x1: round(line.x1 * points), y1: y }
      : { x0: x, y0: round(line.y0 * points), x1: x, y1: round(line.y1 * points) };
  return { kind: line.kind, ...place, width: round(line.thickness * points), color: 0 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
