import { isBold, type GlyphRun } from '../model/glyph-run.ts';
import type { Line, Segment } from '../model/line.ts';
import type { Label } from '../model/page-model.ts';

/** White space between a label and its text, in em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Any label: less is part of a word, unless a space was written or the tags say that it is a label. */
  gap: 0.12,
  /** A number alone, which may as well be the first word of a sentence. */
  numberGap: 0.55,
  /** The letter `o` as a bullet. */
  letterGap: 0.7,
};

/** A bullet and the space after it, in a font of signs that nothing names. */
const UNKNOWN_BULLET = '\u{FFFD}\u{FFFD}';

/** Whether a run is such a bullet, alone or with its space: it needs no other space. */
const isUnknownBullet = ({ text, symbolic }: GlyphRun): boolean =>
  text === UNKNOWN_BULLET || (symbolic && text === '\u{FFFD}');

/** Bullets of Unicode, those of symbol fonts in the private use area, and what stands for a glyph that is unknown. */
const BULLETS = new Set(
  '█◼◾◻•\u{FFFD}◦▪▫■□●○◆◇►▶▸▹‣»›⁃∙·–—➢➤➔✓✔❖★☆*-' +
    '\u{F0B7}\u{F0A7}\u{F0D8}\u{F076}\u{F0FC}\u{F0A8}\u{F06E}\u{F071}\u{F02D}',
);
const CHECKS: ReadonlyMap<string, boolean> = new Map([
  ['☐', false],
  ['☑', true],
  ['☒', true],
  ['\u{F0A3}', false],
  ['\u{F06F}', false],
  ['\u{F0FE}', true],
]);
const DECIMAL = /^\(?(\d{1,3})[.):]$/;
const REFERENCE = /^\[(\d{1,3}|[\p{L}+]{1,12}\d{2}[a-z]?)\]$/u;
const ALPHA = /^\(?([a-zA-Z])[.)]$/;
/** The second level of some numberings: `aa)`, `ab)`, `ba)`. */
const TWO_LETTERS = /^\(?[a-h]([a-h])\)$/;
const ROMAN = /^\(?([ivxl]{1,6}|[IVXL]{1,6})[.)]$/;
const SECTION = /^(?:§\s?)?((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){1,4})\.?$/;
const PLAIN_NUMBER = /^(\d{1,2})$/;
const WORD = /^(?:chapter|part|section|appendix|annex|article|schedule|exhibit|step|lesson|unit|module)$/i;
const NOTE = /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])$/;

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
const CODE_BEFORE_A = { lower: 96, upper: 64 };

/** What no list has before its items: letters, and signs that begin a formula. */
const NO_BULLET = /[\p{L}\p{N}([{=<>|‖±∓≤≥∀-∄∆∇∏-∑∛-∞∫-∳⋀-⋃⨀-⨆]/u;

export function isBullet({ text, mono, symbolic }: GlyphRun): boolean {
  if (text.length !== 1) return text === UNKNOWN_BULLET;
  return BULLETS.has(text) || CHECKS.has(text) || (text === 'o' && mono) || (symbolic && !NO_BULLET.test(text));
}

/** Whether a text begins with a check box. */
export const beginsWithCheckBox = ({ runs }: Line): boolean => runs.length > 1 && CHECKS.has(runs[0]!.text);

/** A bullet that can only begin an item of a list: dashes and stars may as well stand in text or mark a note. */
export const isPlainBullet = (run: GlyphRun): boolean => isBullet(run) && !/^[-–—·*]$/.test(run.text);

function romanValue(text: string): number {
  let sum = 0;
  const lower = text.toLowerCase();
  for (let index = 0; index < lower.length; index += 1) {
    const value = ROMAN_DIGITS[lower[index]!] ?? 0;
    sum += value < (ROMAN_DIGITS[lower[index + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}

const sectionPart = (part: string): number =>
  /\d/.test(part) ? Number(part) : part.charCodeAt(0) - CODE_BEFORE_A.upper;

/** How words become labels, in the order in which they are tried. */
const FORMS: readonly [RegExp, (found: RegExpExecArray) => Pick<Label, 'kind' | 'values'> | undefined][] = [
  [DECIMAL, ([, digits]) => ({ kind: 'decimal', values: [Number(digits)] })],
  [REFERENCE, ([, key]) => ({ kind: 'reference', values: [Number.parseInt(key!, 10) || 0] })],
  [SECTION, ([, parts]) => ({ kind: 'section', values: parts!.split('.').map(sectionPart) })],
  [
    ROMAN,
    ([, digits]) =>
      digits!.length > 1 || /[ivx]/i.test(digits!) ? { kind: 'roman', values: [romanValue(digits!)] } : undefined,
  ],
  [ALPHA, ([, letter]) => ({ kind: 'alpha', values: [letter!.toLowerCase().charCodeAt(0) - CODE_BEFORE_A.lower] })],
  [TWO_LETTERS, ([, letter]) => ({ kind: 'alpha', values: [letter!.charCodeAt(0) - CODE_BEFORE_A.lower] })],
  [PLAIN_NUMBER, ([, digits]) => ({ kind: 'section', values: [Number(digits)] })],
  [WORD, () => ({ kind: 'word' })],
];

/** All forms but names of parts end with one of these, as few words do. */
const MAY_BE_LABEL = new RegExp(`[\\d.):\\]]$|${WORD.source}`, 'i');

/** What a word at the start of a line labels, if it has the form of a label. `textX` is where the next word starts. */
function labelOf(run: GlyphRun, textX: number): Label | undefined {
  const text = run.text;
  if (run.script) return undefined;
  const checked = CHECKS.get(text);
  if (checked !== undefined) return { text, kind: 'check', textX, checked };
  if (isBullet(run)) return { text: /[\u{E000}-\u{F8FF}\u{FFFD}]/u.test(text) ? '•' : text, kind: 'bullet', textX };
  if (!MAY_BE_LABEL.test(text)) return undefined;
  for (const [form, read] of FORMS) {
    const found = form.exec(text);
    const label = found && read(found);
    if (label) return { text, ...label, textX };
  }
  return undefined;
}

/** The label that a line starts with, set off from its text by white space. */
export function lineLabel(line: Line): Label | undefined {
  const first = line.runs[0]!;
  const second = line.runs[1];
  if (!second) return undefined;
  if (first.script === 'sup' && NOTE.test(first.text)) return { text: first.text, kind: 'note', textX: second.x0 };
  const gap = second.x0 - first.x1;
  const label = labelOf(first, second.x0) ?? letterBullet(first, second, line.size);
  if (!label || label.kind === 'word') return undefined;
  const isApart = second.space || first.label || isUnknownBullet(first);
  if (gap < EM.gap * line.size && !isApart) return undefined;
  return mayBeText(label, line, gap) ? undefined : label;
}

/** A number right before a word, but for lines in bold, or a sign before single ones: a formula or a line of signs. */
function mayBeText({ kind, values, text }: Label, line: Line, gap: number): boolean {
  if (kind === 'section' && values!.length === 1 && gap < EM.numberGap * line.size)
    return !isBold(line.runs) || !/^\p{Lu}/u.test(line.runs[1]!.text);
  return /^[-–—*·]$/.test(text) && line.runs.every((run) => run.text.length === 1);
}

const letterBullet = (first: GlyphRun, second: GlyphRun, size: number): Label | undefined =>
  first.text === 'o' && second.x0 - first.x1 > EM.letterGap * size
    ? { text: 'o', kind: 'bullet', textX: second.x0 }
    : undefined;

/** Whether a label counts nothing: a bullet or a check box. */
export const isBulleted = ({ kind }: Pick<Label, 'kind'>): boolean => kind === 'bullet' || kind === 'check';

const lastValue = ({ values }: Label): number => values?.at(-1) ?? 0;

/** A label that would be Roman, as a letter behind the one before it: `i.` behind `h.`. */
export function letterBehind(label: Label, before: Label): Label {
  const letter = /^\(?([ivx])[.)]$/i.exec(label.text)?.[1]?.toLowerCase();
  if (letter === undefined || before.kind !== 'alpha') return label;
  const value = letter.charCodeAt(0) - CODE_BEFORE_A.lower;
  return value === lastValue(before) + 1 ? { ...label, kind: 'alpha', values: [value] } : label;
}

/** Whether a label is the next of one list: another bullet, or the next number. */
export const followsLabel = (label: Label, before: Label): boolean =>
  label.kind === before.kind && (label.kind === 'bullet' || lastValue(label) === lastValue(before) + 1);

/** True when the segment is nothing but a label, to which the text at its right belongs. */
export function isLabelAlone(segment: Segment): boolean {
  const label = segment.runs.length === 1 ? labelOf(segment.runs[0]!, 0) : undefined;
  return label !== undefined && label.kind !== 'word';
}

/** Nothing but bullets in all lines: a column of labels. */
export const areBullets = (lines: readonly Line[]): boolean =>
  lines.every((line) => line.runs.length === 1 && isBullet(line.runs[0]!));
