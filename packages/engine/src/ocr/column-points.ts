import type { PlacedWord } from './words.ts';

const PLAIN = /^\d{3,7}$/;
/** A number with one point or comma, as a label of a sum may be. */
const MARKED = /^(\d+)([.,])(\d+)$/;
/** One whose comma or point parts no thousands. */
const SMALL_PART = /^\d+[.,]\d{1,2}$/;

/** Numbers of the column with their point at the same place, at least, and their share of those with as many digits. */
const PEERS = { least: 5, share: 0.7 };
/** Shares of the font size: how far the right edges of a column are from each other, and sizes of it. */
const COLUMN = { edge: 0.25, size: 0.1 };
/** How far the width may be from the usual one of the column. Without its point, a number is 8 to 17 % narrower. */
const WIDTH = 0.05;

/**
 * Gives numbers the point that touches a digit on the picture, and that Tesseract therefore does not see: `230` among
 * `4.30` and `9.10` in a column, and as wide as they are. A comma among points that part no thousands is one of them.
 */
export function withPointsOfColumns(words: readonly PlacedWord[]): PlacedWord[] {
  const numbers = words.filter(({ text }) => PLAIN.test(text) || MARKED.test(text));
  const byDigits = Map.groupBy(numbers, ({ text }) => text.replace(/\D/, '').length);
  return words.map((word) => {
    const isPlain = PLAIN.test(word.text);
    if (!isPlain && !SMALL_PART.test(word.text)) return word;
    const digits = word.text.replace(/\D/, '');
    const form = usualForm(byDigits.get(digits.length)!.filter((other) => isBelow(word, other)));
    if (!form || Math.abs(widthOf(word) / form.width - 1) > WIDTH) return word;
    const text = digits.slice(0, form.at) + form.mark + digits.slice(form.at);
    return isPlain || word.text.replace(/\D/, form.mark) === text ? { ...word, text } : word;
  });
}

/** Where most numbers of a column have their point, and how wide they are. */
function usualForm(column: readonly PlacedWord[]): { at: number; mark: string; width: number } | undefined {
  const forms = Map.groupBy(column, ({ text }) => {
    const [, before = '', mark = ''] = MARKED.exec(text) ?? [];
    return `${before.length}${mark}`;
  });
  forms.delete('0');
  const [form, peers] = [...forms].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
  if (peers.length < PEERS.least || peers.length < PEERS.share * column.length) return undefined;
  const widths = peers.map(widthOf).sort((a, b) => a - b);
  return { at: Number(form.slice(0, -1)), mark: form.slice(-1), width: widths[Math.floor(widths.length / 2)]! };
}

function isBelow(word: PlacedWord, other: PlacedWord): boolean {
  return Math.abs(word.x1 - other.x1) < COLUMN.edge * word.size && Math.abs(word.size / other.size - 1) < COLUMN.size;
}

const widthOf = ({ x0, x1 }: PlacedWord): number => x1 - x0;
