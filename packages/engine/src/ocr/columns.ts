import type { OcrLine, OcrWord, Recognized } from './engine.ts';
import type { PlacedWord } from './words.ts';

/** Widest gap within a column of text, by the size of its letters. */
const GAP = 2;
/** Font size by the distance of letters: they follow each other closely. */
const LETTER = 0.95;
/** Letters whose distance differs by less have one size. */
const SAME = 0.2;

/**
 * The columns of a page that is written from top to bottom, each as one word: Tesseract cuts them at every letter or
 * two, and leaves gaps where a letter is small.
 */
export function columnsOf({ lines }: Recognized): PlacedWord[] {
  const usual = middle(lines.flatMap((line) => line.words.map(() => stepOf(line))));
  return lines.flatMap((line, index) => {
    const step = stepOf(line);
    const size = LETTER * (Math.abs(step / usual - 1) < SAME ? usual : step);
    const center = middle(line.words.map(({ x0, x1 }) => (x0 + x1) / 2));
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

/** From a letter to the next: letters in columns fill squares, whatever the boxes around their ink. */
function stepOf({ words }: OcrLine): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return (Math.max(...words.map(({ y1 }) => y1)) - Math.min(...words.map(({ y0 }) => y0))) / letters;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
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
