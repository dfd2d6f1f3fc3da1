import type { OcrWord, Recognized } from './engine.ts';
import type { PlacedWord } from './words.ts';

/** Widest gap within a column of text, by the size of its letters. */
const GAP = 2;
/** Font size by the width of most letters: they fill their square nearly. */
const LETTER = 1.05;
/** Letters whose width differs by less have one size. */
const SAME = 0.2;

/**
 * The columns of a page that is written from top to bottom, each as one word: Tesseract cuts them at every letter or
 * two, and leaves gaps where a letter is small.
 */
export function columnsOf({ lines }: Recognized): PlacedWord[] {
  const usual = middle(
    lines.flatMap(({ words }) => words.map(({ x0, x1 }) => x1 - x0)),
    0.7,
  );
  return lines.flatMap((line, index) => {
    const own = middle(
      line.words.map(({ x0, x1 }) => x1 - x0),
      0.7,
    );
    const size = LETTER * (Math.abs(own / usual - 1) < SAME ? usual : own);
    const center = middle(
      line.words.map(({ x0, x1 }) => (x0 + x1) / 2),
      0.5,
    );
    const columns: PlacedWord[] = [];
    for (const word of line.words) {
      const last = columns.at(-1);
      if (last && word.y0 >= last.y0 && word.y0 - last.y1 < GAP * size) columns[columns.length - 1] = join(last, word);
      else
        columns.push({
          ...word,
          x0: center - size / 2,
          x1: center + size / 2,
          baseline: word.y1,
          size,
          space: false,
          line: index,
        });
    }
    return columns;
  });
}

function middle(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;
}

function join(a: PlacedWord, b: OcrWord): PlacedWord {
  const letters = a.text.length + b.text.length;
  return {
    ...a,
    text: a.text + b.text,
    confidence: (a.confidence * a.text.length + b.confidence * b.text.length) / letters,
    y0: Math.min(a.y0, b.y0),
    y1: Math.max(a.y1, b.y1),
  };
}
