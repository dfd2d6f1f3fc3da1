import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../corpus/random.ts';
import type { Objects } from './objects.ts';

const DPI = 150;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Page {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly picture: Buffer;
}

function pagesOf(pdf: string): Page[] {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'));
  try {
    const boxes = execFileSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 1e8 });
    execFileSync('pdftoppm', ['-r', String(DPI), '-gray', '-jpeg', '-jpegopt', 'quality=70', pdf, join(folder, 'p')]);
    const pictures = execFileSync('ls', [folder], { encoding: 'utf8' }).trim().split('\n');
    return [...boxes.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gsu)].map(
      ([, width, height, body = ''], index) => ({
        width: Number(width),
        height: Number(height),
        words: [
          ...body.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/gu),
        ].map(([, left, top, right, bottom, text = '']) => ({
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
          text: text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
        })),
        picture: readFileSync(join(folder, pictures[index] ?? '')),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the frame header of a JPEG says (ITU-T T.81, B.2.2). */
function frameOf(jpeg: Buffer): { width: number; height: number; components: number } {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7), components: jpeg[at + 9] ?? 3 };
  }
  throw new Error('a JPEG without a frame');
}

const CONFUSIONS: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['m', 'rn'],
  ['l', '1'],
  ['i', 'l'],
  ['o', '0'],
  ['e', 'c'],
  ['c', 'e'],
  ['h', 'b'],
  ['t', 'f'],
  ['s', '5'],
  ['a', 'u'],
  ['n', 'u'],
  ['d', 'cl'],
  ['.', ','],
  ['w', 'vv'],
  ['g', '9'],
];

/** A word as a bad reading has it: of the letters that are mistaken easily, so many are, and some signs are dirt. */
export function misread(word: string, rate: number, random: Random): string {
  let result = word;
  for (const [right, wrong] of random.sample(CONFUSIONS, CONFUSIONS.length))
    if (result.includes(right) && random.chance(rate)) result = result.replace(right, wrong);
  if (random.chance(rate / 2)) result += random.pick(['~', '^', '|', '*', ';', '¬']);
  return result;
}

function literal(text: string): string {
  const ansi = Buffer.from(
    text.replaceAll(/[‘’]/gu, "'").replaceAll(/[“”]/gu, '"').replaceAll(/[–—]/gu, '-'),
    'latin1',
  ).toString('latin1');
  return `(${ansi.replaceAll(/[\\()]/gu, '\\$&')})`;
}

/**
 * Text operators of an invisible layer. With `sideways` the words stand as the scanner saw the page: turned by a
 * quarter.
 */
function layerOf(page: Page, read: (word: string) => string, sideways: boolean): string {
  const lines = page.words.map(({ text, left, right, top, bottom }) => {
    const size = Math.max(4, 0.85 * (bottom - top));
    const said = read(text);
    const stretch = Math.round((100 * (right - left)) / Math.max(1, 0.5 * size * said.length));
    const matrix = sideways
      ? `0 1 -1 0 ${(page.width * (1 - (page.height - bottom) / page.height)).toFixed(2)} ${((page.height * left) / page.width).toFixed(2)}`
      : `1 0 0 1 ${left.toFixed(2)} ${(page.height - bottom + 0.2 * size).toFixed(2)}`;
    return `${matrix} Tm /F1 ${size.toFixed(1)} Tf ${stretch} Tz ${literal(`${said} `)} Tj`;
  });
  return `BT 3 Tr\n${lines.join('\n')}\nET`;
}

/** A scan: each page as a picture, with what an earlier reading made of it as invisible text. */
export function writeScan(source: string, target: string, read: (word: string) => string, sideways: boolean): void {
  const objects: Buffer[] = [];
  const add = (...parts: readonly (string | Buffer)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));
  const stream = (dict: string, bytes: Buffer): number =>
    objects.push(
      Buffer.concat([
        Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
        bytes,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  const pages = pagesOf(source);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 3 * index} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, page] of pages.entries()) {
    const first = 4 + 3 * index;
    const { width, height, components } = frameOf(page.picture);
    const size = `/Width ${width} /Height ${height} /ColorSpace ${components === 1 ? '/DeviceGray' : '/DeviceRGB'}`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${first + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${first + 2} 0 R >> >> >>`,
    );
    stream(
      '',
      Buffer.from(`q ${page.width} 0 0 ${page.height} 0 0 cm /Im Do Q\n${layerOf(page, read, sideways)}`, 'latin1'),
    );
    stream(`/Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /Filter /DCTDecode`, page.picture);
  }
  const chunks: Buffer[] = [Buffer.from('%PDF-1.5\n', 'latin1')];
  const places: number[] = [];
  let at = 9;
  for (const [index, body] of objects.entries()) {
    places.push(at);
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
      body,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    chunks.push(whole);
    at += whole.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  );
  writeFileSync(target, Buffer.concat(chunks));
}

/** The page as curves: nothing of its text is text. */
export function writeOutlines(source: string, target: string): void {
  execFileSync(
    'gs',
    ['-q', '-dNOPAUSE', '-dBATCH', '-dNoOutputFonts', '-sDEVICE=pdfwrite', `-sOutputFile=${target}`, source],
    { stdio: 'ignore' },
  );
}

/** Adds text that nobody sees to each page: not painted, white on white, or beside the page. */
export function hideText(objects: Objects, lines: readonly string[], how: 'unpainted' | 'white' | 'outside'): void {
  const font = objects.add({ '/Type': '/Font', '/Subtype': '/Type1', '/BaseFont': '/Helvetica' });
  for (const page of objects.dicts().filter((dict) => dict['/Type'] === '/Page')) {
    const resources = objects.dict(page['/Resources']) ?? {};
    page['/Resources'] = { ...resources, '/Font': { ...objects.dict(resources['/Font']), '/Hidden': font } };
    const style = how === 'unpainted' ? '3 Tr' : how === 'white' ? '1 1 1 rg' : '';
    const x = how === 'outside' ? -2000 : 72;
    const text = lines.map((line, index) => `1 0 0 1 ${x} ${760 - 90 * index} Tm ${literal(line)} Tj`).join('\n');
    const before = page['/Contents'];
    const content = objects.addStream(Buffer.from(`q BT ${style} /Hidden 9 Tf\n${text}\nET Q`, 'latin1'));
    const open = objects.addStream(Buffer.from('q', 'latin1'));
    const close = objects.addStream(Buffer.from('Q', 'latin1'));
    page['/Contents'] = [content, open, ...(Array.isArray(before) ? before : [before ?? null]), close];
  }
}
