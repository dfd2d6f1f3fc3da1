import { isNear } from '../model/geometry.ts';
import type { RawPage, RawRun } from '../model/raw-page.ts';
import { isMathFont } from './signs/fonts.ts';

/** In em: the runs of one number touch each other, on one baseline. */
const TOUCHING_EM = 0.1;
/** `(1`, `.`, `1`, `)` */
const MOST_RUNS = 6;

const NUMBER = /^\((?:[A-Z]\.?)?\d{1,3}(?:[.–-]\d{1,3})*[a-z]?\)$/;

/** Whether a run is the number of a formula, by its text. */
export const isFormulaNumber = ({ text }: { readonly text: string }): boolean => NUMBER.test(text);

const goesOn = (last: RawRun, next: RawRun | undefined): next is RawRun =>
  next !== undefined &&
  next.space !== true &&
  isNear(next.x0, last.x1, TOUCHING_EM * last.size) &&
  isNear(next.baseline, last.baseline, TOUCHING_EM * last.size);

/** The runs of the number of a formula that begins at an index: its point may be of a math font. */
function numberAt(runs: readonly RawRun[], index: number): readonly RawRun[] | undefined {
  const parts = [runs[index]!];
  for (let next = runs[index + 1]; parts.length < MOST_RUNS && goesOn(parts.at(-1)!, next);) {
    parts.push(next);
    if (isFormulaNumber({ text: parts.map(({ text }) => text).join('') })) return parts;
    next = runs[index + parts.length];
  }
  return undefined;
}

/** A page on which each number of a formula is one run, and the runs that each of these was. */
export function withWholeNumbers(raw: RawPage): { readonly raw: RawPage; partsOf(run: RawRun): readonly RawRun[] } {
  const joined = new Map<RawRun, readonly RawRun[]>();
  const runs: RawRun[] = [];
  for (let index = 0; index < raw.runs.length; index += 1) {
    const run = raw.runs[index]!;
    const parts = run.text.startsWith('(') && !isFormulaNumber(run) ? numberAt(raw.runs, index) : undefined;
    if (!parts) {
      runs.push(run);
      continue;
    }
    const whole = { ...run, text: parts.map(({ text }) => text).join(''), x1: parts.at(-1)!.x1 };
    joined.set(whole, parts);
    runs.push(whole);
    index += parts.length - 1;
  }
  return { raw: joined.size === 0 ? raw : { ...raw, runs }, partsOf: (run) => joined.get(run) ?? [run] };
}

/** The label of an item: `(a)`, `b)`, `2.`, `(iv)`. */
const LABEL = /^(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})\)|(?:[a-z]|\d{1,2})\.)$/i;

/** Whether a run is the label of an item, by its text and its font. */
export const isItemLabel = ({ text, font }: RawRun, raw: RawPage): boolean =>
  LABEL.test(text) && !isMathFont(raw.fonts[font]?.name ?? '');
