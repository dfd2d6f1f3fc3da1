import sharp from 'sharp';
import { drawPicture } from '../make/picture.ts';
import { TEXTS } from './texts.ts';

/** A page in Latin letters as PNG, drawn with the font of pdf.js. */
export async function latinPage(code: string): Promise<Buffer> {
  const { title, text } = TEXTS[code]!;
  const lines = [''];
  for (const word of text.split(/(?<= )/)) {
    if (lines.at(-1)!.length + word.length > 75) lines.push('');
    lines[lines.length - 1] += word;
  }
  const texts = [
    { text: title, x: 40, y: 60, size: 20 },
    ...lines.map((line, i) => ({ text: line.trimEnd(), x: 40, y: 100 + 14 * i, size: 10 })),
  ];
  const { data, width, height } = drawPicture({ width: 480, height: 260, texts }, 200);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
