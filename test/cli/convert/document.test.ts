import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertDocument } from '../../../src/cli/convert/document.ts';
import { openConvertPool } from '../../../src/cli/convert/pool.ts';
import type { ConvertPool } from '../../../src/cli/convert/pool.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import type { PoolAnswer } from '../../../src/worker/pool-request.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';

let folder: string;
let pool: ConvertPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-document-'));
  pool = await openConvertPool({
    program: workerProgram(),
    processes: 2,
    folder,
    limits: { memoryBytes: 2 ** 30, seconds: 120, scratchBytes: Infinity },
    broken: () => {},
  });
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function document(pages: number): Promise<string> {
  const path = join(folder, `${pages}.pdf`);
  await writeFile(path, makeNumberedPdf(pages));
  return path;
}

const SETTINGS = { ocr: { mode: 'auto', languages: ['eng'] }, emphasis: true, imageFolder: '' } as const;

async function inOneGo(pages: number, mostPages: number): Promise<{ answer: PoolAnswer; told: string[] }> {
  const path = await document(pages);
  const told: string[] = [];
  const answer = await pool.run({
    order: 0,
    native: false,
    request: {
      ask: 'document',
      file: { path, bytes: (await stat(path)).size },
      mostPages,
      folder: await mkdtemp(join(folder, 'result-')),
      ...SETTINGS,
    },
    onPages: (count) => told.push(`${count} pages`),
    onPage: () => told.push('page'),
  });
  return { answer, told };
}

describe('a document of the command line', () => {
  it('is probed, converted and written by one request if it is short', async () => {
    const { answer, told } = await inOneGo(3, 3);
    expect(answer).toMatchObject({ outcome: 'written', assets: [] });
    expect(told).toEqual(['3 pages', 'page', 'page', 'page']);
  });

  it('is only probed by it if it is longer', async () => {
    const { answer, told } = await inOneGo(4, 3);
    expect(answer).toMatchObject({ outcome: 'probed', source: { pages: 4 } });
    expect(told).toEqual([]);
  });

  it.each([
    ['short', 3, true],
    ['long', 1500, false],
  ])('comes with the answer if its Markdown is %s, and leaves no files then', async (_, pages, isShort) => {
    const path = await document(pages);
    const results = join(folder, `results-of-${pages}`);
    const result = await convertDocument(pool, {
      path,
      order: 0,
      folder: results,
      options: { includeImages: false, ...SETTINGS },
      answerText: true,
      mostPages: pages,
      progress: { pagesKnown: () => {}, pageDone: () => {} },
    });
    const { text, markdown } = result as Extract<typeof result, { ok: true }>;
    expect(existsSync(results)).toBe(!isShort);
    expect(text === undefined).toBe(!isShort);
    expect(text ?? (await readFile(markdown, 'utf8'))).toContain(`page number ${pages}`);
  });

  it('has the same Markdown, whichever way it went', async () => {
    const path = await document(12);
    const convert = async (mostPages: number): Promise<{ markdown: string; told: string[] }> => {
      const told: string[] = [];
      const result = await convertDocument(pool, {
        path,
        order: 0,
        folder: await mkdtemp(join(folder, 'result-')),
        options: { includeImages: false, ...SETTINGS },
        mostPages,
        progress: { pagesKnown: (count) => told.push(`${count} pages`), pageDone: () => told.push('page') },
      });
      return { markdown: result.ok ? await readFile(result.markdown, 'utf8') : '', told };
    };
    const [together, apart] = [await convert(64), await convert(1)];
    expect(together).toEqual(apart);
    expect(together.markdown).toContain('page number 12');
    expect(together.told).toEqual(['12 pages', ...Array.from({ length: 12 }, () => 'page')]);
  });
});
