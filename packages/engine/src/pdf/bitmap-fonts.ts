import type { CoreDict, CoreStream, CoreTranslatedFont } from '../../../pdf-core/src/types.ts';

/** Em: strokes of Computer Modern are 0.07 to 0.09 wide, those of its bold fonts 0.1 to 0.15. */
const BOLD_STROKE = 0.092;

/** The bitmap of a glyph as pdfTeX writes it, one bit for a pixel. */
const BITMAP = /\/W (\d+)\s+\/H (\d+)\s+\/IM true\s+\/BPC 1\s+\/D \[1 0\]\s+ID /u;

/** Names of glyphs are `a` and their codes. */
const isLetter = (name: string): boolean => /^[A-Za-z]$/u.test(String.fromCharCode(Number(name.slice(1))));

const bitsOf = (byte: string): string => byte.charCodeAt(0).toString(2).padStart(8, '0');

/** The widths in pixels of the strokes that the rows of a glyph cross. */
function strokesOf(glyph: string): number[] {
  const image = BITMAP.exec(glyph);
  if (!image) return [];
  const bits = Array.from(glyph.slice(image.index + image[0].length), bitsOf).join('');
  const row = 8 * Math.ceil(Number(image[1]) / 8);
  return Array.from({ length: Number(image[2]) }, (_, at) => bits.slice(at * row, (at + 1) * row))
    .flatMap((pixels) => pixels.match(/1+/gu) ?? [])
    .map(({ length }) => length);
}

/** Whether the letters of a bitmap font of TeX, which has no name, are bold. */
export function hasBoldBitmaps({ font, dict }: CoreTranslatedFont): boolean {
  if (font.isType3Font !== true) return false;
  try {
    const glyphs = dict.get('CharProcs') as CoreDict;
    const strokes = [...glyphs.getKeys()].filter(isLetter).flatMap((name) => {
      const stream = glyphs.get(name) as CoreStream;
      const bytes = stream.getBytes();
      stream.reset();
      return strokesOf(Buffer.from(bytes).toString('latin1'));
    });
    const middle = strokes.sort((a, b) => a - b)[strokes.length >> 1] ?? 0;
    return middle * (font.fontMatrix?.[0] ?? 0) > BOLD_STROKE;
  } catch {
    return false;
  }
}
