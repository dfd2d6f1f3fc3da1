import { RUN } from '../../layout/model/raw-page.ts';
import type { RawPage, RawRun } from '../../layout/model/raw-page.ts';
import { measureSurprise } from './letter-pairs.ts';
import { widthCorrelation } from './letter-widths.ts';
import { isMisread } from './misread.ts';

/**
 * Why the text of a page may not be what the page shows. `fonts`: the codes of these fonts may mean other letters.
 * `scan`: the text that was put under a scan may be a bad reading. `turned`: that text lies in another direction than
 * the page.
 */
export type Suspicion =
  | { readonly kind: 'fonts'; readonly fonts: ReadonlySet<string> }
  | { readonly kind: 'scan' }
  | { readonly kind: 'turned' };

/** Runs of a font that are looked at: they say enough. */
const MOST_RUNS = 400;
/** Letters that a font needs on a page to be judged. */
const LEAST_LETTERS = 60;
/**
 * Bits for each letter. Set over 600 PDFs of many languages and the lying layers of the quality corpus: `strange` is
 * beyond all languages, `odd` beyond nearly all, `misread` beyond well-read print.
 */
const BITS = { strange: 4.9, odd: 4.3, misread: 4.05 };
/** Correlations of widths. Fonts for text have 0.7 to 0.95, exchanged letters -0.4 to 0.4. */
const WIDTHS = { wrong: 0.25, doubtful: 0.5, right: 0.75 };
/**
 * Words of a reading that hold what no word holds: their share, and the fewest. Of 70 layers under scans, those that
 * agree with the page have at most 1.3 %, and those that differ in every twentieth letter or more at least 1.6 %.
 */
const MISREAD_WORDS = { share: 0.015, least: 4 };

const isHidden = (run: RawRun): boolean => (run.flags & RUN.hidden) !== 0;

/** Suspicions from the letters of a page alone, without looking at the page. Cheap, and wrong now and then. */
export function findSuspicion(raw: RawPage, scanned: boolean): Suspicion | undefined {
  return scanned ? scanSuspicion(raw) : fontSuspicion(raw);
}

function fontSuspicion({ runs, fonts }: RawPage): Suspicion | undefined {
  const byFont = new Map<string, RawRun[]>();
  for (const run of runs) {
    if (isHidden(run) || fonts[run.font]?.symbolic === true) continue;
    const list = byFont.get(run.font);
    if (!list) byFont.set(run.font, [run]);
    else if (list.length < MOST_RUNS) list.push(run);
  }
  const suspect = [...byFont].filter(([, list]) => isSuspect(list)).map(([font]) => font);
  return suspect.length > 0 ? { kind: 'fonts', fonts: new Set(suspect) } : undefined;
}

function isSuspect(runs: readonly RawRun[]): boolean {
  const { bits, letters } = measureSurprise(wordsOf(runs));
  const widths = widthCorrelation(runs);
  if (widths === undefined) return letters >= LEAST_LETTERS && bits > BITS.strange;
  if (letters < LEAST_LETTERS) return widths < WIDTHS.wrong;
  return (
    widths < WIDTHS.wrong ||
    (bits > BITS.odd && widths < WIDTHS.doubtful) ||
    (bits > BITS.strange && widths < WIDTHS.right)
  );
}

const wordsOf = (runs: readonly RawRun[]): Set<string> => new Set(runs.map((run) => run.text));

function scanSuspicion({ runs }: RawPage): Suspicion | undefined {
  const hidden = runs.filter(isHidden);
  const letters = (list: readonly RawRun[]): number => list.reduce((sum, run) => sum + run.text.length, 0);
  const all = letters(hidden);
  if (all < LEAST_LETTERS) return undefined;
  if (letters(hidden.filter((run) => (run.angle ?? 0) !== 0)) > all / 2) return { kind: 'turned' };
  const misread = hidden.filter((run) => isMisread(run.text)).length;
  if (misread >= MISREAD_WORDS.least && misread > MISREAD_WORDS.share * hidden.length) return { kind: 'scan' };
  return measureSurprise(wordsOf(hidden)).bits > BITS.misread ? { kind: 'scan' } : undefined;
}
