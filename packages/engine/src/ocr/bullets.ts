import { lowerBound } from './lower-bound.ts';
import type { Components } from './components.ts';
import type { PlacedWord } from './words.ts';

/** Characters that a bullet is read as, if at all. */
const MISREAD = /^(?:[^\p{L}\p{N}]{1,2}|[eoOQ0¢©®°])$/u;

/**
 * Finds the bullets before the lines' first words by their shape: a round or square, mostly filled piece of ink of
 * about a third of the font size that stands at the height of small letters, apart from the text. Tesseract reads them
 * as `¢`, `*` or `e`, or not at all.
 */
export function withBullets(words: readonly PlacedWord[], components: Components): PlacedWord[] {
  const byTop = Array.from({ length: components.count }, (_, i) => i).sort(
    (a, b) => components.y0[a]! - components.y0[b]!,
  );
  const ink = { components, byTop, tops: byTop.map((c) => components.y0[c]!) };
  const result: PlacedWord[] = [];
  words.forEach((word, index) => {
    const first = index === 0 || words[index - 1]!.line !== word.line;
    if (!first) {
      result.push(word);
      return;
    }
    const next = words[index + 1];
    if (MISREAD.test(word.text) && next?.line === word.line && next.x0 - word.x1 > 0.2 * word.size) {
      const bullet = bulletIn(ink, word, word.x0 - 2, word.x1 + 2);
      result.push(bullet ? { ...word, ...bullet } : word);
      return;
    }
    const bullet = bulletIn(ink, word, word.x0 - 3.2 * word.size, word.x0 - 0.22 * word.size);
    if (bullet) result.push({ ...word, ...bullet }, { ...word, space: true });
    else result.push(word);
  });
  return result;
}

/** The components, their numbers from the top of the picture downwards, and the tops of these. */
interface Ink {
  readonly components: Components;
  readonly byTop: readonly number[];
  readonly tops: readonly number[];
}

type Bullet = Pick<PlacedWord, 'text' | 'confidence' | 'x0' | 'y0' | 'x1' | 'y1'>;

/** The bullet of the word's line between `from` and `to`, if the only ink there is one. */
function bulletIn(
  { components, byTop, tops }: Ink,
  { baseline, size }: PlacedWord,
  from: number,
  to: number,
): Bullet | undefined {
  let found: Bullet | undefined;
  for (let i = lowerBound(tops, baseline - size); i < byTop.length; i++) {
    const c = byTop[i]!;
    const y0 = components.y0[c]!;
    if (y0 > baseline) break;
    const x0 = components.x0[c]!;
    const x1 = components.x1[c]!;
    const y1 = components.y1[c]!;
    if (x1 <= from || x0 >= to || components.area[c]! < 0.004 * size * size) continue;
    if (found || x0 < from || x1 > to) return undefined;
    const height = (baseline - (y0 + y1) / 2) / size;
    if (!isBullet({ x0, y0, x1, y1 }, components.area[c]!, height, size)) return undefined;
    found = { text: '•', confidence: 90, x0, y0, x1, y1 };
  }
  return found;
}

/** Round, mostly filled, not too small or large, and at the height of small letters above the baseline. */
function isBullet(
  { x0, y0, x1, y1 }: Pick<Bullet, 'x0' | 'y0' | 'x1' | 'y1'>,
  area: number,
  height: number,
  size: number,
): boolean {
  const width = x1 - x0;
  const round = width / (y1 - y0);
  if (round < 0.7 || round > 1.4 || width < 0.13 * size || width > 0.62 * size) return false;
  return height >= 0.12 && height <= 0.52 && area / (width * (y1 - y0)) > 0.66;
}
