import type { Recognized } from './engine.ts';

/** Weighted by letters, so that specks count little. */
export function meanConfidence({ lines }: Recognized): number {
  let sum = 0;
  let letters = 0;
  for (const word of lines.flatMap((line) => line.words)) {
    sum += word.confidence * word.text.length;
    letters += word.text.length;
  }
  return letters === 0 ? 0 : sum / letters;
}
