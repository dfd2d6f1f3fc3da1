import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMPILED_CORE, readCompiled } from '../../src/ocr/compiled-core.ts';
import { coreBytes } from '../../src/ocr/core.ts';
import { drawPicture, LETTER } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const OCR = resolve(import.meta.dirname, '../../../../packages/engine/src/ocr');
let folder: string;
let made: Buffer;
let words: string;

/** A process of its own that reads the letter as often as it is told, with the code beside it. */
async function read(place: string, { times = 1, flags = [] as readonly string[] } = {}) {
  await mkdir(place, { recursive: true });
  const { data, width, height } = drawPicture(LETTER, 150);
  const picture = join(place, 'letter.json');
  const script = join(place, 'read.ts');
  await writeFile(picture, JSON.stringify({ data: Buffer.from(data).toString('base64'), width, height }));
  await writeFile(
    script,
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    import { compiledCorePath, readCompiled } from '${OCR}/compiled-core.ts';
    import { coreBytes } from '${OCR}/core.ts';
    import { Engine } from '${OCR}/engine.ts';
    import { languageData } from '${OCR}/languages.ts';
    const { data, width, height } = JSON.parse(readFileSync('${picture}', 'utf8'));
    const engine = new Engine(languageData({ languages: ['eng'] }));
    const read = () => engine.recognize({ data: Buffer.from(data, 'base64'), width, height }, 150);
    const [first] = await Promise.all(Array.from({ length: ${times} }, read));
    const taken = readCompiled(coreBytes(), compiledCorePath()) !== undefined;
    if (!existsSync(compiledCorePath())) writeFileSync(compiledCorePath(), await engine.compiledCore());
    await engine.close();
    console.log(JSON.stringify({ taken, words: JSON.stringify(first) }));`,
  );
  const child = spawn(process.execPath, [...flags, script], { env: {}, cwd: place });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(said, complained).not.toBe('');
  return JSON.parse(said) as { readonly taken: boolean; readonly words: string };
}

/** A folder with this file in it. */
async function placeOf(name: string, file: Uint8Array): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, COMPILED_CORE), file);
  return place;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiled-'));
  ({ words } = await read(join(folder, 'make'), { times: 3 }));
  made = await readFile(join(folder, 'make', COMPILED_CORE));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the compiled core', () => {
  it('reads the same words, boxes and confidences in another process', async () => {
    expect(JSON.parse(words)).toMatchObject({ lines: { length: 7 } });
    expect(await read(await placeOf('again', made))).toEqual({ taken: true, words });
  });

  it('is not used under other flags of V8', async () => {
    const place = await placeOf('flags', made);
    expect(await read(place, { flags: ['--invocation-count-for-maglev=9999'] })).toEqual({ taken: false, words });
  });

  it('is not used when it is damaged, and the page is read all the same', async () => {
    const damaged = Buffer.from(made);
    damaged[damaged.length >> 1]! ^= 1;
    expect(await read(await placeOf('damaged', damaged))).toEqual({ taken: false, words });
  });

  it.each([
    ['empty, as while it is made', () => Buffer.alloc(0)],
    ['cut', () => made.subarray(0, made.length - 1)],
    ['only a digest', () => made.subarray(0, 32)],
    ['longer', () => Buffer.concat([made, Buffer.alloc(1)])],
  ])('is not used when its file is %s', async (name, file) => {
    const place = await placeOf(name, file());
    expect(readCompiled(coreBytes(), join(place, COMPILED_CORE))).toBeUndefined();
  });

  it('is not used for another core', async () => {
    const place = await placeOf('other', made);
    const other = coreBytes();
    other[other.length - 1]! ^= 1;
    expect(readCompiled(other, join(place, COMPILED_CORE))).toBeUndefined();
  });
});
