import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../src/convert.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import type { PageRange, SourceFile } from '../../src/source.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { makeNumberedPdf } from '../../../../test/make/text-pdf.ts';
import { SCRATCH } from '../../../../test/make/source.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'partial-'))));
afterAll(() => rm(folder, { recursive: true }));

const PAGES = 60;

/** Each page has a picture that does not compress, and a dictionary of which the next is far away. */
function makeHeavyPdf(): Uint8Array {
  const pages = Array.from({ length: PAGES }, (_, n) => ({
    content: `${line(`The text of page ${n + 1}.`, 72, 700)} q 200 0 0 200 72 300 cm /Im Do Q`,
    resources: `/XObject << /Im ${FIRST_OBJECT + n} 0 R >>`,
    entries: `/PieceInfo << /Private (${'x'.repeat(200_000)}) >>`,
  }));
  const objects = pages.map(() => ({
    dict: '/Type /XObject /Subtype /Image /Width 200 /Height 200 /ColorSpace /DeviceGray /BitsPerComponent 8',
    data: randomBytes(200 * 200),
  }));
  return makePdf({ pages, objects });
}

async function read(file: SourceFile, range: PageRange): Promise<unknown> {
  const pages: unknown[] = [];
  const assets: unknown[] = [];
  const options = {
    includeImages: true,
    native: 'allow',
    emphasis: true,
    scratch: SCRATCH,
    ocr: { mode: 'off', languages: ['eng'] },
    limits: DEFAULT_LIMITS,
  } as const;
  const result = await convert(file, range, options, {
    page: async (page) => void pages.push(page),
    asset: async ({ name }) => void assets.push(name),
  });
  return { result, pages, assets };
}

/** A range read from the file, and from its bytes where they are; how many of these were fetched. */
async function bothWays(
  bytes: Uint8Array,
  range: PageRange,
): Promise<{ whole: unknown; partial: unknown; fetched: number; wholes: number }> {
  const path = join(folder, 'whole.pdf');
  await writeFile(path, bytes);
  const whole = await read({ path, bytes: bytes.length }, range);
  let fetched = 0;
  let wholes = 0;
  const target = join(folder, `${Math.random()}.pdf`);
  const remote = {
    read: async (begin: number, end: number) => {
      fetched += end - begin;
      return bytes.slice(begin, end);
    },
    whole: async () => {
      wholes += 1;
      await writeFile(target, bytes);
    },
  };
  const partial = await read({ path: target, bytes: bytes.length, remote }, range);
  return { whole, partial, fetched, wholes };
}

describe('a range of a PDF that is elsewhere', () => {
  it('is read from few of its bytes, with the same result', { timeout: 60_000 }, async () => {
    const bytes = makeHeavyPdf();
    const { whole, partial, fetched, wholes } = await bothWays(bytes, { start: 41, end: 44 });
    expect(partial).toEqual(whole);
    expect(whole).toMatchObject({ assets: { length: 4 } });
    expect(wholes).toBe(0);
    expect(fetched).toBeLessThan(bytes.length / 3);
  });

  it('needs all of it where the file is broken', async () => {
    const text = Buffer.from(makeNumberedPdf(5)).toString('latin1');
    const bytes = Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    const { whole, partial, wholes } = await bothWays(bytes, { start: 2, end: 3 });
    expect(partial).toEqual(whole);
    expect(wholes).toBe(1);
  });
});
