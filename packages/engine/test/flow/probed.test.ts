import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probe } from '../../src/convert.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import type { PageModel } from '../../src/page-model.ts';
import type { PageRange, SourceFile } from '../../src/source.ts';
import { readDocument } from '../../../../test/make/read.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'probed-'))));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const newFile = (): string => join(folder, `${files++}.html`);

async function write(path: string, bytes: string): Promise<SourceFile> {
  await writeFile(path, bytes);
  return { path, bytes: Buffer.byteLength(bytes) };
}

const probed = (file: SourceFile): ReturnType<typeof probe> =>
  probe(file, { limits: DEFAULT_LIMITS, scratch: folder, native: 'refuse' });

const read = async (file: SourceFile, range?: PageRange): Promise<readonly PageModel[]> =>
  (await readDocument(file, range && { range })).pages;

const page = (text: string, paragraphs = 1): string =>
  `<!DOCTYPE html><html><body>${`<p>${text}</p>`.repeat(paragraphs)}</body></html>`;

describe('a document without pages of its own that was probed', () => {
  it('is converted as the probe has read it', async () => {
    const file = await write(newFile(), page('Before the storm'));
    await utimes(file.path, 1000, 1000);
    await probed(file);
    // Only to tell which of the two is converted: to the system, it is the same file still.
    await writeFile(file.path, page('After the storms'));
    await utimes(file.path, 1000, 1000);
    expect(JSON.stringify(await read(file))).toContain('Before the storm');
    expect(JSON.stringify(await read(file))).toContain('After the storms');
  });

  it('and replaced is read anew', async () => {
    const file = await write(newFile(), page('Before the storm'));
    await utimes(file.path, 1000, 1000);
    await probed(file);
    await write(file.path, page('After the storms'));
    expect(JSON.stringify(await read(file))).toContain('After the storms');
  });

  it.each([1, 400, 8_000])('reads as one of %i paragraphs that was not', async (count) => {
    const file = await write(newFile(), page('A line of a survey that goes on', count));
    const alone = await read(file);
    await probed(file);
    expect(await read(file)).toEqual(alone);
    await probed(file);
    const last = alone.at(-1)!.page;
    expect(await read(file, { start: last, end: last })).toEqual(alone.slice(-1));
  });
});
