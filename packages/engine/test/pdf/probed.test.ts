import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probe } from '../../src/convert.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import type { PageModel } from '../../src/page-model.ts';
import type { PageRange, SourceFile } from '../../src/source.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeNumberedPdf, makeTextPdf } from '../../../../test/make/text-pdf.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'probed-'))));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const newFile = (): string => join(folder, `${files++}.pdf`);

async function write(path: string, bytes: Uint8Array): Promise<SourceFile> {
  await writeFile(path, bytes);
  return { path, bytes: bytes.length };
}

const probed = (file: SourceFile): ReturnType<typeof probe> =>
  probe(file, { limits: DEFAULT_LIMITS, scratch: folder, native: 'refuse' });

const read = async (file: SourceFile, range?: PageRange): Promise<readonly PageModel[]> =>
  (await readDocument(file, range && { range })).pages;

describe('a PDF that was probed', () => {
  it('is converted as the probe has read it', async () => {
    const file = await write(newFile(), makeTextPdf(['Before the storm']));
    await utimes(file.path, 1000, 1000);
    await probed(file);
    // Only to tell which of the two is converted: to the system, it is the same file still.
    await writeFile(file.path, makeTextPdf(['After the storms']));
    await utimes(file.path, 1000, 1000);
    expect(JSON.stringify(await read(file))).toContain('Before the storm');
    expect(JSON.stringify(await read(file))).toContain('After the storms');
  });

  it('is converted as the probe has opened it if it has more pages than a probe reads', async () => {
    const bytes = makeNumberedPdf(12);
    const file = await write(newFile(), bytes);
    const alone = await read(file);
    await utimes(file.path, 1000, 1000);
    await probed(file);
    // Nothing but its header is left.
    await writeFile(file.path, new Uint8Array(bytes).fill(0, 100));
    await utimes(file.path, 1000, 1000);
    expect(await read(file)).toEqual(alone);
  });

  it('and replaced is read anew', async () => {
    const file = await write(newFile(), makeTextPdf(['Before the storm']));
    await utimes(file.path, 1000, 1000);
    await probed(file);
    await write(file.path, makeTextPdf(['After the storms']));
    expect(JSON.stringify(await read(file))).toContain('After the storms');
  });

  it.each([1, 3, 5, 6, 12])('reads as one of %i pages that was not', async (count) => {
    const file = await write(newFile(), makeNumberedPdf(count));
    const alone = await read(file);
    await probed(file);
    expect(await read(file)).toEqual(alone);
    await probed(file);
    expect(await read(file, { start: count, end: count })).toEqual(alone.slice(-1));
  });
});
