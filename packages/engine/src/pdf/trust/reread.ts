import type { RawPage, RawRun } from '../../layout/model/raw-page.ts';
import type { ReadPicture } from '../../ocr/read-picture.ts';
import { isAt } from './agreement.ts';

/** Share of the letters of the fonts that OCR has to have seen for the rest of the layer to be of use. */
const SEEN = 0.8;

/**
 * The page with what OCR read in the place of the words of some fonts. Their places, sizes and looks stay, and so do
 * the words of other fonts. Undefined when OCR has not seen enough of them.
 */
export function reread(raw: RawPage, fonts: ReadonlySet<string>, read: ReadPicture): RawPage | undefined {
  if (read.turned !== 0) return undefined;
  const wrong = raw.runs.filter((run) => fonts.has(run.font) && (run.angle ?? 0) === 0);
  const scale = { x: raw.width / read.width, y: raw.height / read.height };
  const byRun = new Map<RawRun, RawRun | undefined>();
  for (const word of read.runs) {
    const place = { x0: word.x0 * scale.x, x1: word.x1 * scale.x, y0: word.y0 * scale.y, y1: word.y1 * scale.y };
    const [first, ...others] = wrong.filter((run) => isAt(run, place)).toSorted((a, b) => a.x0 - b.x0);
    if (!first) continue;
    const before = byRun.get(first);
    const text = (before?.text ?? '') + word.text;
    const x1 = Math.max(first.x1, ...others.map((run) => run.x1));
    byRun.set(first, { ...first, x1, text, confidence: word.confidence ?? 0 });
    for (const run of others) byRun.set(run, undefined);
  }
  const letters = (runs: readonly RawRun[]): number => runs.reduce((sum, run) => sum + run.text.length, 0);
  const all = letters(raw.runs.filter((run) => fonts.has(run.font)));
  if (letters(wrong.filter((run) => byRun.has(run))) < SEEN * all) return undefined;
  const runs = raw.runs.flatMap((run): RawRun[] => {
    if (!fonts.has(run.font)) return [run];
    const now = byRun.has(run) || /\p{L}/u.test(run.text) ? byRun.get(run) : run;
    return now ? [now] : [];
  });
  return { ...raw, source: 'mixed', runs, confidence: read.confidence };
}
