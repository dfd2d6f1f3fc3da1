import type { Inline, TextInline } from '../../document.ts';
import { breaksBetween } from '../../math/classes.ts';
import { overlapX, stretchesOf } from '../model/geometry.ts';
import { hasUnspaced, isUnspaced, type GlyphRun } from '../model/glyph-run.ts';
import type { Line } from '../model/line.ts';
import { composeAccents } from '../lexicon/accents.ts';
import { glueAt } from '../lexicon/line-end.ts';
import { spaceBetween, spacingOf, type LineSpacing } from './segments.ts';

/** A line with more than this share of right-to-left letters is read from right to left. Set by hand. */
const RTL_SHARE = 0.4;

/** The runs of a line in reading order: from right to left when enough of its letters are written so. */
function inReadingOrder(runs: readonly GlyphRun[]): { runs: readonly GlyphRun[]; rtl: boolean } {
  if (!runs.some((run) => run.rtl)) return { runs: unstacked(runs), rtl: false };
  let rtl = 0;
  let all = 0;
  for (const run of runs) {
    if (run.rtl) rtl += run.text.length;
    if (/\p{L}/u.test(run.text)) all += run.text.length;
  }
  if (rtl <= RTL_SHARE * all) return { runs, rtl: false };
  const ordered: GlyphRun[] = [];
  let stretch: GlyphRun[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index]!;
    if (run.rtl) {
      ordered.push(...stretch.reverse(), run);
      stretch = [];
    } else {
      stretch.push(run);
    }
  }
  ordered.push(...stretch.reverse());
  return { runs: ordered, rtl: true };
}

/** A raised and a lowered part above each other, as of an ion: the lowered one first, and all of each together. */
function unstacked(runs: readonly GlyphRun[]): readonly GlyphRun[] {
  if (!runs.some(({ script }) => script === 'sub')) return runs;
  return stretchesOf(runs, (part, run) => part.at(-1)!.script !== undefined && run.script !== undefined).flatMap(
    (part) => {
      const [lowered, raised] = (['sub', 'sup'] as const).map((kind) => part.filter(({ script }) => script === kind));
      return lowered!.some((low) => raised!.some((high) => overlapX(low, high) > 0)) ? [...lowered!, ...raised!] : part;
    },
  );
}

/** Letters of Chinese or Japanese that say as much as a word. */
const UNSPACED_WORD = 3;

/** Letters of a text that are Chinese or Japanese. */
function countUnspaced(text: string): number {
  let count = 0;
  for (const letter of text) if (isUnspaced(letter.codePointAt(0)!)) count += 1;
  return count;
}

/** Words of a text; digits are no words of their own among Chinese or Japanese letters. */
export function countWords(text: string): number {
  const words = text.split(/\s+/u);
  if (!hasUnspaced(text)) return words.length;
  return words.reduce((sum, word) => sum + Math.max(1, Math.ceil(countUnspaced(word) / UNSPACED_WORD)), 0);
}

const SOFT_HYPHEN = '\u00AD';

/** Text of one line with its spaces. Five to seven stages ask for that of each line. */
export function lineText(line: Line): string {
  if (line.text !== undefined) return line.text;
  const isLinked = line.runs.some((run) => run.href !== undefined);
  const text = isLinked ? plain(lineInlines(line.runs)) : textOfRuns(line.runs);
  line.text = text.replaceAll(SOFT_HYPHEN, '');
  line.hyphens = line.text.length < text.length;
  return line.text;
}

function textOfRuns(all: readonly GlyphRun[]): string {
  const { runs, rtl } = inReadingOrder(all);
  const spacing = spacingOf(all);
  let text = '';
  let last: GlyphRun | undefined;
  for (const run of runs) {
    if (last !== undefined && isSpaced(last, run, rtl, spacing)) text += ' ';
    text += run.text;
    last = run;
  }
  return composeAccents(text);
}

export function plain(content: readonly Inline[]): string {
  let text = '';
  for (const inline of content) {
    if (inline.kind === 'text') text += inline.text.replaceAll(SOFT_HYPHEN, '');
    else if (inline.kind === 'break') text += '\n';
    else if (inline.kind === 'math') text += inline.latex;
  }
  return text;
}

/** A piece of text in one look; stages that join lines change it. */
export type TextSpan = { -readonly [K in keyof TextInline]: TextInline[K] } & {
  /** A raised number that may be the mark of a note. */
  mark?: true;
  /** It is a formula; `text` has its signs without their places. */
  latex?: string;
};

export const isMark = (inline: Inline): inline is TextSpan =>
  inline.kind === 'text' && (inline as TextSpan).mark === true;

/** A formula within a line, which is text until its block is done. */
export const isFormula = (inline: Inline): inline is TextSpan & { readonly latex: string } =>
  inline.kind === 'text' && (inline as TextSpan).latex !== undefined;

/** What sets a span apart from its neighbours. */
type Look = Omit<TextSpan, 'kind' | 'text'>;
const NO_LOOK: Look = {};

const sameLook = (a: Look, b: Look): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.strike === b.strike &&
  a.href === b.href &&
  a.sup === b.sup &&
  a.sub === b.sub &&
  a.mark === b.mark &&
  a.latex === undefined &&
  b.latex === undefined;

/** Whether space may be added to a span: raised and lowered letters and formulas hold none. */
const takesSpace = ({ sup, sub, latex }: Look): boolean => !sup && !sub && latex === undefined;

/** What a line keeps of its looks: nothing but links (`plain`), raised and lowered letters (`scripts`), or all. */
export type Looks = 'plain' | 'scripts' | 'all';

/** A note's mark follows a word (`HTML5` too), a year or a stop; after a unit or a number it is a power. */
const MARKED = /(?:\p{L}{3}\d?|(?<!\d)(?:1[5-9]|20)\d\d|[.,;:!?…)\]”’"»])$/u;

const isNoteMark = (run: GlyphRun, last: GlyphRun | undefined): boolean =>
  run.script === 'sup' && last !== undefined && !last.script && /^\d{1,3}$/.test(run.text) && MARKED.test(last.text);

/** OCR guesses weight from strokes: good enough for headings, not for single words. */
const OCR_FAMILY = 'ocr';

/** What shows in tables too: raised and lowered letters, and lines through text. */
const scriptOfRun = ({ script, struck }: GlyphRun, last: GlyphRun | undefined): Look => ({
  ...(script && last ? { [script]: true as const } : {}),
  ...(struck ? { strike: true } : {}),
});

const isPlain = ({ href, script, bold, italic, struck }: GlyphRun): boolean =>
  href === undefined && !script && !bold && !italic && !struck;

function lookOfRun(run: GlyphRun, last: GlyphRun | undefined, looks: Looks): Look {
  if (run.latex !== undefined) return { latex: run.latex };
  if (isPlain(run)) return NO_LOOK;
  const link = run.href === undefined ? {} : { href: run.href };
  if (looks === 'plain') return link;
  const script = scriptOfRun(run, last);
  if (looks === 'scripts') return { ...link, ...script };
  return {
    ...link,
    ...script,
    ...(run.bold && run.family !== OCR_FAMILY ? { bold: true } : {}),
    ...(run.italic ? { italic: true } : {}),
    ...(isNoteMark(run, last) ? { mark: true } : {}),
  };
}

const isEmphasised = ({ bold, italic }: Look): boolean => bold === true || italic === true;

/** Punctuation and other signs between words. */
const isSign = ({ text, script }: GlyphRun): boolean => !script && !/[\p{L}\p{N}]/u.test(text);

/** Whether there is a space between a run and the one that was read before it. */
function isSpaced(last: GlyphRun, run: GlyphRun, rtl: boolean, spacing: LineSpacing): boolean {
  return rtl && last.x0 > run.x0 ? spaceBetween(run, last, spacing) : spaceBetween(last, run, spacing);
}

/** Adds a text, in the last span where its look is the same. Space goes to the one of two spans that takes it. */
function addText(spans: TextSpan[], text: string, look: Look, space: boolean): void {
  const previous = spans.at(-1);
  if (previous && sameLook(previous, look)) {
    previous.text += (space ? ' ' : '') + text;
    return;
  }
  const isOurs = previous !== undefined && space && !takesSpace(previous);
  if (previous && space && !isOurs) previous.text += ' ';
  if (isOurs && !takesSpace(look)) {
    spans.push({ kind: 'text', text: ' ' }, { kind: 'text', text, ...look });
    return;
  }
  spans.push({ kind: 'text', text: (isOurs ? ' ' : '') + text, ...look });
}

/** A sign is emphasised only where the text before it is. */
function asBefore(own: Look, before: Look | undefined): Look {
  const { bold, italic, ...rest } = own;
  return { ...rest, ...(bold && before?.bold ? { bold } : {}), ...(italic && before?.italic ? { italic } : {}) };
}

/** The runs of a line as inline text: a span for each link target and each look that is asked for. */
function lineInlines(all: readonly GlyphRun[], looks: Looks = 'plain'): TextSpan[] {
  const { runs, rtl } = inReadingOrder(all);
  const spacing = spacingOf(all);
  const spans: TextSpan[] = [];
  let last: GlyphRun | undefined;
  let before: Look | undefined;
  for (const run of runs) {
    const space = last !== undefined && isSpaced(last, run, rtl, spacing);
    const own = lookOfRun(run, last, looks);
    const look = isEmphasised(own) && isSign(run) ? asBefore(own, spans.at(-1)) : own;
    if (look === before) spans.at(-1)!.text += (space ? ' ' : '') + run.text;
    else addText(spans, run.text, look, space);
    before = look;
    last = run;
  }
  for (const span of spans) span.text = composeAccents(span.text);
  return spans;
}

/** A line as inline text. Most are of one look, and what they say is known. */
export function inlinesOfLine(line: Line, looks: Looks): TextSpan[] {
  const isAlike = line.runs.every((run) => run.latex === undefined && isPlain(run));
  const text = isAlike ? lineText(line) : '';
  return isAlike && !line.hyphens ? [{ kind: 'text', text }] : lineInlines(line.runs, looks);
}

/** Adds a line where a formula ends or begins: one that was broken behind a sign goes on in the next line. */
function appendFormula(content: TextSpan[], [first, ...rest]: TextSpan[]): void {
  const last = content.at(-1)!;
  if (last.latex !== undefined && first!.latex !== undefined && breaksBetween(last.latex, first!.latex)) {
    content[content.length - 1] = { ...last, text: last.text + first!.text, latex: `${last.latex} ${first!.latex}` };
    content.push(...rest);
    return;
  }
  const glue = /\s$/.test(last.text) || /^\s/.test(first!.text) ? '' : ' ';
  if (takesSpace(last)) last.text += glue;
  else if (takesSpace(first!)) first!.text = glue + first!.text;
  else content.push({ kind: 'text', text: glue });
  content.push(first!, ...rest);
}

/**
 * Adds a line (or a text that goes on) to inline content, which takes its spans: mends a broken word, or puts one space
 * between.
 */
export function appendInlines(content: TextSpan[], line: TextSpan[]): void {
  const first = line[0];
  if (!first) return;
  const last = content.at(-1);
  if (!last) {
    content.push(...line);
    return;
  }
  if (last.latex !== undefined || first.latex !== undefined) {
    appendFormula(content, line);
    return;
  }
  const next = first.text.trimStart();
  const glue = glueAt(last, next);
  if (sameLook(last, first) && !first.mark) {
    last.text = last.text.trimEnd() + glue + next;
    content.push(...line.slice(1));
    return;
  }
  if (takesSpace(last)) last.text += glue;
  else first.text = glue + first.text;
  content.push(...line);
}

/** Lines of one paragraph as inline content; words that were broken at line ends are mended. */
export function paragraphInlines(lines: readonly Line[]): Inline[] {
  const content: TextSpan[] = [];
  for (const line of lines) appendInlines(content, inlinesOfLine(line, 'all'));
  return content;
}

const areSpans = (content: readonly Inline[]): content is TextSpan[] =>
  content.every((inline) => inline.kind === 'text');

/** Joins the contents of two blocks that are one paragraph. */
export function joinInlines(before: readonly Inline[], after: readonly Inline[]): Inline[] {
  if (areSpans(before) && areSpans(after)) {
    const content = before.map((span) => ({ ...span }));
    appendInlines(
      content,
      after.map((span) => ({ ...span })),
    );
    return content;
  }
  return [...before, { kind: 'text', text: ' ' }, ...after];
}
