import type { RawPage, RawRun, Rect } from '../../layout/model/raw-page.ts';
import { RUN } from '../../layout/model/raw-page.ts';
import type { ConvertOptions } from '../../options.ts';
import type { Drawing } from '../draw.ts';
import { toGrey } from '../pixels.ts';
import { agreementOf, confirmedShare } from './agreement.ts';
import type { SeenWord } from './agreement.ts';
import { bandOf } from './band.ts';
import { isMisread } from './misread.ts';
import type { Suspicion } from './suspicion.ts';

/** `right`: the page shows what its text layer says. `wrong`: it shows something else. */
export type Verdict = 'right' | 'wrong' | 'unknown';

const DPI = 200;
/** Letters that have to be compared before anything is said. */
const LEAST_LETTERS = 30;
/**
 * Shares of letters that agree: of fonts, whose letters are either right or others; and of a reading, where a few wrong
 * letters in a hundred are what OCR itself makes wrong.
 */
const FONTS = { right: 0.75, wrong: 0.6 };
const READING = { right: 0.98, wrong: 0.95 };
/** Where OCR is as sure as this of the lines, what differs from it is wrong. */
const SURE = 90;

/** Reads a few suspect lines by OCR and compares them with the text layer. */
export async function verdictOn(
  raw: RawPage,
  suspicion: Suspicion,
  open: () => Promise<Drawing>,
  options: ConvertOptions,
): Promise<Verdict> {
  if (suspicion.kind === 'turned') return 'wrong';
  const suspect = raw.runs.filter((run) => isSuspect(run, suspicion));
  const band = bandOf(raw, suspect);
  if (!band) return 'unknown';
  const drawn = await (await open()).page(raw.page, DPI, options.limits.imagePixels, band).catch(() => undefined);
  if (!drawn) return 'unknown';
  const { engineFor } = await import('../../ocr/engine-for.ts');
  const { meanConfidence } = await import('../../ocr/mean-confidence.ts');
  const picture = { data: toGrey(drawn), width: drawn.width, height: drawn.height };
  const recognized = await engineFor(options.ocr).recognize(picture, drawn.dpi);
  const points = 72 / drawn.dpi;
  const seen: SeenWord[] = recognized.lines
    .flatMap(({ words }) => words)
    .map(({ text, confidence, x0, y0, x1, y1 }) => ({
      text,
      confidence,
      x0: band.x0 + x0 * points,
      x1: band.x0 + x1 * points,
      y0: band.y0 + y0 * points,
      y1: band.y0 + y1 * points,
    }));
  const { share, letters } = agreementOf(seen, suspect);
  if (letters < LEAST_LETTERS) return 'unknown';
  if (suspicion.kind !== 'scan') return share >= FONTS.right ? 'right' : share < FONTS.wrong ? 'wrong' : 'unknown';
  const isSure = meanConfidence(recognized) >= SURE;
  if (share < (isSure ? READING.right : READING.wrong)) return 'wrong';
  return share < READING.right || hasMisread(seen, suspect, band) ? 'unknown' : 'right';
}

/** So many words that look misread, and of their letters less than this share seen: the rest is doubtful as well. */
const MISREAD = { words: 0.04, least: 3, confirmed: 0.5 };

/** Whether OCR, which agrees where it is sure, has not seen the words of a reading that look misread. */
function hasMisread(seen: readonly SeenWord[], suspect: readonly RawRun[], { y0, y1 }: Rect): boolean {
  const misread = suspect.filter(({ text }) => isMisread(text));
  if (misread.length < MISREAD.words * suspect.length) return false;
  const here = misread.filter(({ text, baseline }) => /\p{L}{2}/u.test(text) && baseline > y0 && baseline < y1);
  return here.length >= MISREAD.least && confirmedShare(seen, here) < MISREAD.confirmed;
}

const isSuspect = (run: RawRun, suspicion: Suspicion): boolean =>
  suspicion.kind === 'fonts' ? suspicion.fonts.has(run.font) : (run.flags & RUN.hidden) !== 0;
