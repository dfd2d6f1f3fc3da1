import type { Rect } from '../layout/model/raw-page.ts';
import type { OcrLine, Recognized, Recognizer } from './engine.ts';
import type { Picture } from './picture.ts';

/** Blocks that are looked at again, at most: more of them is a drawing. */
const MAX_BLOCKS = 8;

/**
 * Reads again, as plain lines, what Tesseract took for writing that runs upwards or down: on a page of horizontal lines
 * that is a narrow column of numbers. What is read better is kept.
 */
export async function lookAgain(
  recognized: Recognized,
  engine: Recognizer,
  { picture, letter, dpi }: { readonly picture: Picture; readonly letter: number; readonly dpi: number },
): Promise<Recognized> {
  const vertical = recognized.lines.filter(isVertical);
  const blocks = [...new Set(vertical.map((line) => line.block))];
  if (blocks.length === 0 || blocks.length > MAX_BLOCKS) return recognized;
  let { lines } = recognized;
  for (const block of blocks) {
    const old = lines.filter((line) => line.block === block);
    const box = boxOf(old);
    const margin = Math.round(letter);
    const again = await engine.recognize(cut(picture, box, margin), dpi, 'block');
    const found = again.lines.map((line) => moved(line, box.x0 - margin, box.y0 - margin, block));
    if (confidence(found) > confidence(old) + 10) lines = [...lines.filter((line) => line.block !== block), ...found];
  }
  return { ...recognized, lines };
}

function isVertical({ baseline, words }: OcrLine): boolean {
  if (!baseline) return false;
  const [x0, y0, x1, y1] = baseline;
  return Math.abs(y1 - y0) > Math.abs(x1 - x0) && words.some((word) => word.text.length > 1);
}

function boxOf(lines: readonly OcrLine[]): Rect {
  const words = lines.flatMap((line) => line.words);
  return {
    x0: Math.min(...words.map((word) => word.x0)),
    y0: Math.min(...words.map((word) => word.y0)),
    x1: Math.max(...words.map((word) => word.x1)),
    y1: Math.max(...words.map((word) => word.y1)),
  };
}

/** Part of a picture with a margin, white where that is outside. */
export function cut({ data, width, height }: Picture, { x0, y0, x1, y1 }: Rect, margin: number): Picture {
  const part = { width: x1 - x0 + 2 * margin, height: y1 - y0 + 2 * margin };
  const pixels = new Uint8Array(part.width * part.height).fill(255);
  const left = Math.max(0, x0 - margin);
  const right = Math.min(width, x1 + margin);
  for (let y = Math.max(0, y0 - margin); y < Math.min(height, y1 + margin); y++) {
    pixels.set(
      data.subarray(y * width + left, y * width + right),
      (y - y0 + margin) * part.width + (left - x0 + margin),
    );
  }
  return { data: pixels, ...part };
}

export function moved(line: OcrLine, x: number, y: number, block: number): OcrLine {
  const baseline =
    line.baseline &&
    ([line.baseline[0] + x, line.baseline[1] + y, line.baseline[2] + x, line.baseline[3] + y] as const);
  return {
    ...line,
    block,
    ...(baseline ? { baseline } : {}),
    words: line.words.map((word) => ({ ...word, x0: word.x0 + x, x1: word.x1 + x, y0: word.y0 + y, y1: word.y1 + y })),
  };
}

function confidence(lines: readonly OcrLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  return words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / Math.max(1, letters);
}
