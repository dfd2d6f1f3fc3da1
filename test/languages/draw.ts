import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { TEXTS } from './texts.ts';

/**
 * Draws the pages in scripts whose letters no font here has (`pages/*.png`), with the Noto fonts of npm packages:
 *
 *     node test/languages/draw.ts
 */
const FOLDER = join(import.meta.dirname, '../bench/.corpus/languages');
const FONTS: Readonly<Record<string, readonly [name: string, file: string]>> = {
  chi_sim: ['noto-sans-sc', 'noto-sans-sc-chinese-simplified-400-normal.woff2'],
  jpn: ['noto-sans-jp', 'noto-sans-jp-japanese-400-normal.woff2'],
  ara: ['noto-naskh-arabic', 'noto-naskh-arabic-arabic-400-normal.woff2'],
  jpn_vert: ['noto-sans-jp', 'noto-sans-jp-japanese-400-normal.woff2'],
  chi_tra_vert: ['noto-sans-tc', 'noto-sans-tc-chinese-traditional-400-normal.woff2'],
};
const WIDTH = 1240;
const HEIGHT = 640;
const MARGIN = 100;
const SIZE = 30;

const packages = Object.values(FONTS).map(([name]) => `@fontsource/${name}`);
if (!packages.every((name) => existsSync(join(FOLDER, 'node_modules', name))))
  execFileSync('npm', ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', ...packages], { stdio: 'inherit' });
for (const [code, [name, file]] of Object.entries(FONTS)) {
  GlobalFonts.registerFromPath(join(FOLDER, 'node_modules/@fontsource', name, 'files', file), code);
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  (code.endsWith('_vert') ? drawVertically : drawPage)(context, code);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  const picture = sharp(Uint8Array.from(data), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
  const png = await picture.greyscale().png({ palette: true, colours: 8, compressionLevel: 9 }).toBuffer();
  writeFileSync(join(import.meta.dirname, 'pages', `${code}.png`), png);
}

function drawPage(context: SKRSContext2D, code: string): void {
  const { title, text } = TEXTS[code]!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000';
  const isRtl = code === 'ara';
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = isRtl ? 'right' : 'left';
  const x = isRtl ? WIDTH - MARGIN : MARGIN;
  context.font = `${SIZE * 1.7}px ${code}`;
  context.fillText(title, x, 110);
  context.font = `${SIZE}px ${code}`;
  for (const [i, line] of linesOf(context, text, isRtl).entries()) context.fillText(line, x, 190 + i * SIZE * 1.6);
}

/**
 * Columns from right to left. Fonts for vertical writing move the marks of Japanese to the corner (those of traditional
 * Chinese stand in the middle), and turn dashes and brackets.
 */
function drawVertically(context: SKRSContext2D, code: string): void {
  const { title, text } = TEXTS[code]!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const column = (letters: string, x: number, size: number): void => {
    context.font = `${size}px ${code}`;
    for (const [i, letter] of Array.from(letters).entries()) {
      const y = 70 + (i + 0.5) * size * 1.08;
      const isCorner = code === 'jpn_vert' && /[、。]/.test(letter);
      context.save();
      context.translate(x + (isCorner ? 0.6 * size : 0), y - (isCorner ? 0.6 * size : 0));
      if (/[ー「」（）—]/.test(letter)) context.rotate(Math.PI / 2);
      context.fillText(letter, 0, 0);
      context.restore();
    }
  };
  column(title, WIDTH - 120, SIZE * 1.4);
  for (const [i, line] of (text.match(/.{1,15}[、。，]?/gu) ?? []).entries())
    column(line, WIDTH - 210 - i * SIZE * 1.8, SIZE);
}

function linesOf(context: SKRSContext2D, text: string, hasSpaces: boolean): string[] {
  const lines: string[] = [];
  for (const piece of hasSpaces ? text.split(/(?<= )/) : text.split('')) {
    const last = lines.at(-1);
    const fits = last !== undefined && context.measureText(last + piece.trimEnd()).width <= WIDTH - 2 * MARGIN;
    if (last !== undefined && (fits || /[、。，]/.test(piece))) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}
