import { boundsOf, centerX, stretchesOf } from '../model/geometry.ts';
import { lettersOf, type GlyphRun } from '../model/glyph-run.ts';
import { makeLine } from '../model/line.ts';
import type { Folio } from '../model/page-model.ts';
import { lineText } from '../text/inlines.ts';
import { OF_WORDS, PAGE_WORDS } from '../lexicon/languages.ts';
import { baselineRows } from '../text/segments.ts';
import { isStamp } from '../lexicon/stamps.ts';

/** Where the number of a page stands. Set by hand on pages of documents whose pages are numbered. */
const FOLIO = {
  /** Share of the page's height at either end, and rows from its outermost text. */
  zone: 0.15,
  rows: 3,
  /** How far the baselines of one row may differ, in em: many numbers are larger than the text beside them. */
  slack: 0.3,
  /** Its letters are at most so many times as large as the body's, where it stands clear of the body and elsewhere. */
  clearLarger: 2,
  larger: 1.2,
  /** Those of a row that begins with it are smaller. */
  smaller: 0.95,
  /** Em from a number to what stands beside it; no number of a section stands so far before its title. */
  gap: 0.8,
  far: 6,
  /** Em from the last line to a number below all text, and how far from the middle it may be, in widths of the text. */
  below: 1.7,
  middle: 0.04,
};

/** Numbers that are years. */
const YEARS = { first: 1900, last: 2099 };

const NUMBER = String.raw`(\d{1,4})`;
const OF = String.raw`(?:\s?(?:/|\||${OF_WORDS})\s?(\d{1,4}))?`;

/** A row that is a number and no more: `12`, `– 12 –`, `F-12`, `12/97`. */
const ALONE = new RegExp(String.raw`^[^\p{L}\d\p{Sc}]*(?:[A-Z]{1,2}\s?[-–]\s?)?${NUMBER}${OF}[^\p{L}\d%\p{Sc}]*$`, 'u');
const ROMAN = /^(?:[ivx]|[ivxlc]{2,7}|[IVX]{2,5})$/;
/** `Page 12 of 97`, `12 | Page`. */
const NAMED = new RegExp(
  String.raw`^[^\p{L}\d]*(?:(?:${PAGE_WORDS})\s?[|:]?\s?${NUMBER}${OF}\s?[页頁]?|${NUMBER}\s?(?:[页頁]|\|?\s?p\s?a\s?g\s?e))[^\p{L}\d]*$`,
  'iu',
);
/** `Page iv of xii`, of pages before the first chapter. */
const NAMED_ROMAN = new RegExp(
  String.raw`^(?:${PAGE_WORDS})\s?([ivxl]{1,6})\s?(?:/|${OF_WORDS})\s?([ivxl]{1,6})$`,
  'iu',
);
/** Letters of these at most. */
const MOST_ROMAN = 40;
const MAY_BE_DIGIT = /[^ -/:-~]/;
/** What parts a number from the name beside it. */
const SEPARATOR = /^[|•·–—/]$/;

const isYear = (number: number): boolean => number >= YEARS.first && number <= YEARS.last;

/** The month of a form's revision, `08/24`. */
const isMonth = ([, number, of]: RegExpExecArray): boolean => of !== undefined && number!.startsWith('0');

interface Found extends Pick<Folio, 'number' | 'of'> {
  readonly runs: readonly GlyphRun[];
}

const textOf = (runs: readonly GlyphRun[]): string => lineText(makeLine([...runs])).normalize('NFKC');

/** 2 stands for any number above 1. */
const romanOf = (text: string): number => (/^i$/i.test(text) ? 1 : 2);

/** The number of a page that is all of a text. Longer texts have a digit, or a sign that may stand for one. */
function numberOf(runs: readonly GlyphRun[]): Found | undefined {
  if (lettersOf(runs) > MOST_ROMAN && !runs.some(({ text }) => MAY_BE_DIGIT.test(text))) return undefined;
  const text = textOf(runs);
  if (ROMAN.test(text)) return { number: romanOf(text), runs };
  const roman = NAMED_ROMAN.exec(text);
  if (roman) return { number: romanOf(roman[1]!), of: romanOf(roman[2]!), runs };
  const plain = ALONE.exec(text);
  const match = plain ?? NAMED.exec(text);
  if (!match || (plain && (isYear(Number(plain[1])) || isMonth(plain)))) return undefined;
  const of = match[2];
  return { number: Number(match[1] ?? match[3]), ...(of === undefined ? {} : { of: Number(of) }), runs };
}

/** A row where gaps and bars cut it. */
const partsOf = (row: readonly GlyphRun[]): GlyphRun[][] =>
  stretchesOf(row, (part, run) => {
    const last = part.at(-1)!;
    const isFar = run.x0 - last.x1 > FOLIO.gap * Math.max(run.size, last.size);
    return !isFar && !SEPARATOR.test(run.text) && !SEPARATOR.test(last.text);
  });

/**
 * The number of a page at either end of a row, apart from the rest of it, or in its middle. Before larger letters it
 * may as well be the number of a section, if these are near.
 */
function apart(row: readonly GlyphRun[], isSmall: boolean): Found | undefined {
  const [head, ...more] = partsOf(row);
  const next = more[0]?.[0];
  const tail = more.pop();
  if (!head || !tail || !next) return undefined;
  const { x0, x1 } = boundsOf(row);
  const isMiddle = (part: readonly GlyphRun[]): boolean =>
    Math.abs(centerX(boundsOf(part)) - (x0 + x1) / 2) < FOLIO.middle * (x1 - x0);
  const middle = more.length === 1 ? more.filter(isMiddle) : [];
  // a full stop stands behind the number of an item or of a note
  const isHead = (isSmall || next.x0 - head.at(-1)!.x1 > FOLIO.far * next.size) && !head.at(-1)!.text.endsWith('.');
  // `19 | Page` behind a name: the bar parts them
  const [number, bar] = more.slice(-2);
  const named = number && bar && SEPARATOR.test(textOf(bar)) ? [[...number, ...bar, ...tail]] : [];
  return [...(isHead ? [head] : []), tail, ...named, ...middle].map(numberOf).find((own) => own !== undefined);
}

/** Numbers one above the other, as beside the axis of a chart. */
const areScale = (...rows: readonly (readonly GlyphRun[] | undefined)[]): boolean =>
  rows.every((row) => row?.length === 1 && /^[\d.,%-]+$/.test(row[0]!.text));

/** A number in the middle below all text, as on pages that were printed from the web. */
function below(rows: readonly (readonly GlyphRun[])[]): Found | undefined {
  const [row, above] = rows.toReversed();
  const number = row?.[0];
  if (!number || !above || row.length > 1) return undefined;
  const { x0, x1 } = boundsOf(rows.slice(0, -1).flat());
  const isClear = number.baseline - above[0]!.baseline > FOLIO.below * number.size;
  const isCentered = Math.abs(centerX(number) - (x0 + x1) / 2) < FOLIO.middle * (x1 - x0);
  return isClear && isCentered ? numberOf(row) : undefined;
}

/** The page, and the runs of the rows at its edges that stand clear of the body. */
interface FolioPlace {
  readonly height: number;
  readonly usualSize: number;
  readonly clear: ReadonlySet<GlyphRun>;
}

interface RowPlace {
  /** The rows above and below it. */
  readonly beside: readonly (readonly GlyphRun[] | undefined)[];
  readonly isOutermost: boolean;
  readonly isBottom: boolean;
}

/** The number of the page in one of its outermost rows: alone, or apart from other text that stands clear. */
function inRow(
  row: readonly GlyphRun[],
  { beside, isOutermost, isBottom }: RowPlace,
  { usualSize, clear }: FolioPlace,
): Found | undefined {
  const isClear = row.every((run) => clear.has(run));
  const largest = (isClear ? FOLIO.clearLarger : FOLIO.larger) * usualSize;
  if (row.some(({ size }) => size > largest)) return undefined;
  const number = (isOutermost || isClear) && !beside.some((other) => areScale(row, other)) ? numberOf(row) : undefined;
  const isSmall = isBottom || row.every(({ size }) => size < FOLIO.smaller * usualSize);
  const found = number ?? (isClear ? apart(row, isSmall) : undefined);
  // a number beside a stamp counts the pages of the download
  return found && partsOf(row).some((part) => isStamp(textOf(part))) ? undefined : found;
}

const toEdge = ({ baseline }: GlyphRun, height: number): number => Math.min(baseline, height - baseline);

/** The number that the page bears at its top or bottom; of several, the one nearest to the page's edge. */
export function findFolio(runs: readonly GlyphRun[], place: FolioPlace): Folio | undefined {
  const { height } = place;
  const rows = baselineRows(runs, FOLIO.slack);
  const candidates = [false, true].flatMap((isBottom) => {
    const inwards = isBottom ? rows.toReversed() : rows;
    return inwards.slice(0, FOLIO.rows).flatMap((row, index) => {
      const isInZone = toEdge(row[0]!, height) < FOLIO.zone * height;
      const found =
        isInZone &&
        inRow(row, { beside: [inwards[index - 1], inwards[index + 1]], isOutermost: index === 0, isBottom }, place);
      return found || [];
    });
  });
  const own =
    candidates
      .filter(({ number }) => number > 0)
      .sort((a, b) => toEdge(a.runs[0]!, height) - toEdge(b.runs[0]!, height))[0] ?? below(rows);
  if (!own) return undefined;
  const { x0, y0, x1, y1 } = boundsOf(own.runs);
  return { number: own.number, ...(own.of === undefined ? {} : { of: own.of }), box: [x0, y0, x1, y1] };
}
