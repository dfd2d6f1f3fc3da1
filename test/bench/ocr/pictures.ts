import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { randomOf } from '../quality/corpus/random.ts';

const run = promisify(execFile);

/** How a page became a picture. */
export interface Condition {
  readonly name: string;
  readonly dpi: number;
  readonly spoil?: (picture: Sharp, seed: string) => Promise<Sharp>;
  readonly save: 'png' | 'jpeg';
  readonly quality?: number;
}

export interface BenchPicture {
  readonly condition: string;
  readonly document: string;
  readonly path: string;
  /** What the page says. */
  readonly truth: string;
}

/** From a clean picture to what comes out of cheap scanners and telephones. */
export const CONDITIONS: readonly Condition[] = [
  { name: 'clean 300 dpi', dpi: 300, save: 'png' },
  { name: 'clean 200 dpi', dpi: 200, save: 'png' },
  { name: 'clean 150 dpi', dpi: 150, save: 'png' },
  { name: 'clean 100 dpi', dpi: 100, save: 'png' },
  {
    name: 'skew, noise, 200 dpi',
    dpi: 200,
    save: 'jpeg',
    quality: 70,
    spoil: async (picture, seed) => await noisy(await turned(picture, randomOf(seed).next() * 3 - 1.5), seed, 22),
  },
  {
    name: 'faint, JPEG 35, 150 dpi',
    dpi: 150,
    save: 'jpeg',
    quality: 35,
    spoil: async (picture, seed) => await noisy(picture.blur(0.6).linear(0.4, 120), seed, 6),
  },
  {
    name: 'fax, two colours, 200 dpi',
    dpi: 200,
    save: 'png',
    spoil: async (picture, seed) => await twoColours(await noisy(picture, seed, 40)),
  },
  {
    name: 'shadow, skew, 200 dpi',
    dpi: 200,
    save: 'jpeg',
    quality: 60,
    spoil: async (picture, seed) => await shaded(await turned(picture, randomOf(seed).next() * 2 - 1)),
  },
];

/** Renders the first page of each PDF in each condition; made once and kept. */
export async function makePictures(
  folder: string,
  pdfs: readonly string[],
  conditions: readonly Condition[],
): Promise<BenchPicture[]> {
  await mkdir(folder, { recursive: true });
  const pictures: BenchPicture[] = [];
  for (const pdf of pdfs) {
    const document = /([^/]+)\.pdf$/.exec(pdf)?.[1] ?? pdf;
    const { stdout: truth } = await run('pdftotext', ['-raw', '-f', '1', '-l', '1', pdf, '-']);
    if (truth.replaceAll(/\s/gu, '').length < 200) continue;
    for (const condition of conditions) {
      const path = join(folder, `${document} ${condition.name}.${condition.save}`);
      if (!existsSync(path)) await makePicture(pdf, path, condition, `${document} ${condition.name}`);
      pictures.push({ condition: condition.name, document, path, truth });
    }
  }
  return pictures;
}

async function makePicture(
  pdf: string,
  path: string,
  { dpi, spoil, save, quality }: Condition,
  seed: string,
): Promise<void> {
  const plain = `${path}.tmp`;
  await run('pdftoppm', ['-png', '-gray', '-r', String(dpi), '-f', '1', '-l', '1', '-singlefile', pdf, plain]);
  const picture = sharp(await readFile(`${plain}.png`)).toColourspace('b-w');
  const spoiled = spoil ? await spoil(picture, seed) : picture;
  const withDensity = spoiled.withMetadata({ density: dpi });
  await writeFile(
    path,
    await (save === 'png' ? withDensity.png() : withDensity.jpeg({ quality: quality ?? 80 })).toBuffer(),
  );
  await run('rm', [`${plain}.png`]);
}

async function rawOf(picture: Sharp) {
  return await picture.toColourspace('b-w').extractChannel(0).raw().toBuffer({ resolveWithObject: true });
}

function fromRaw(data: Uint8Array, { width, height }: { width: number; height: number }): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}

async function turned(picture: Sharp, degrees: number): Promise<Sharp> {
  const { data, info } = await rawOf(picture.rotate(degrees, { background: '#fff' }));
  return fromRaw(data, info);
}

async function noisy(picture: Sharp, seed: string, strength: number): Promise<Sharp> {
  const { data, info } = await rawOf(picture);
  const random = randomOf(seed);
  for (let i = 0; i < data.length; i++) {
    const noise = (random.next() + random.next() + random.next() - 1.5) * strength;
    data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) + noise));
  }
  return fromRaw(data, info);
}

async function twoColours(picture: Sharp): Promise<Sharp> {
  const { data, info } = await rawOf(picture);
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) < 140 ? 0 : 255;
  return fromRaw(data, info);
}

/** Darker towards one corner, as a page photographed under a lamp. */
async function shaded(picture: Sharp): Promise<Sharp> {
  const { data, info } = await rawOf(picture);
  for (let y = 0, at = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++, at++)
      data[at] = (data[at] ?? 0) * (1 - 0.55 * (x / info.width) * (y / info.height)) * 0.95;
  }
  return fromRaw(data, info);
}
