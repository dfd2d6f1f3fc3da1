import { lineText } from './inlines.ts';
import { spaceBetween, trackingOf } from './lines.ts';
import { isCjk, type Segment } from './piece.ts';

/** Lines are code when they are set in a monospaced font, unless all of the page's prose is. */
export function isCode(lines: readonly Segment[], afterCode: boolean): boolean {
  let mono = 0;
  let all = 0;
  for (const line of lines) {
    for (const piece of line.pieces) {
      // a comment among code
      if (isCjk(piece.text.codePointAt(0)!)) continue;
      all += piece.text.length;
      if (piece.mono) mono += piece.text.length;
    }
  }
  // a number alone is the page's
  return (
    mono > 0.85 * all &&
    (afterCode || (all > 2 && lines.some((line) => line.pieces.some((piece) => /\D/.test(piece.text)))))
  );
}

const ADDRESS = /^\d{0,2}(?:(?:https?:\/\/\S+|(?:\{[^{}@]+\}|[\w.+,-]+)@[\w-]+(?:\.[\w-]+)+)[,;.]?)+$/;

/** One line that is an address: set in a monospaced font below a name, it is no code. */
export function isAddress(lines: readonly Segment[]): boolean {
  return lines.length === 1 && ADDRESS.test(lineText(lines[0]!).replaceAll(/[\s*∗†‡]/g, ''));
}

/** The lines with their indents and inner distances as spaces. */
export function codeText(lines: readonly Segment[], left: number): string {
  const widths = lines.flatMap((line) =>
    line.pieces.filter((piece) => piece.text.length >= 3).map((piece) => (piece.x1 - piece.x0) / piece.text.length),
  );
  const advance = widths.length > 0 ? widths.sort((a, b) => a - b)[widths.length >> 1]! : lines[0]!.size * 0.6;
  return lines
    .map((line) => {
      const tracking = trackingOf(line.pieces);
      let text = ' '.repeat(Math.max(0, Math.round((line.x0 - left) / advance)));
      line.pieces.forEach((piece, index) => {
        const last = line.pieces[index - 1];
        if (last && spaceBetween(last, piece, tracking))
          text += ' '.repeat(Math.max(1, Math.round((piece.x0 - last.x1) / advance)));
        text += piece.text;
      });
      return text;
    })
    .join('\n');
}
