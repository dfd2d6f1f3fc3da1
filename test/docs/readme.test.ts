import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/resource/ids.ts';
import { makeSource } from '../make/source.ts';
import { SCHEMA_FILES } from '../../scripts/generate-output-schemas.ts';
import { readDocument, writeParts } from '../make/read.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('the cookbook shows blocks and chunks of the sample document', async () => {
  const readme = await readFile(resolve(ROOT, 'docs/cookbook.md'), 'utf8');
  const [, block, chunk] = /<!-- outputs -->\n+```json\n(.*)\n(.*)\n```\n+<!-- \/outputs -->/.exec(readme)!;
  const bytes = await readFile(resolve(ROOT, 'docs/sample.pdf'));
  const { part } = await readDocument(makeSource(bytes));
  const source = { name: 'sample.pdf', sha256: sha256(bytes) };
  const { document, chunks } = await writeParts([part], { chunkSize: 400, source });
  expect(document.blocks).toContainEqual(JSON.parse(block!));
  expect(chunks).toContainEqual(JSON.parse(chunk!));
});

test('the output schemas in docs are those that are served; `npm run generate` writes them', async () => {
  for (const [file, text] of SCHEMA_FILES)
    expect(JSON.parse(await readFile(resolve(ROOT, file), 'utf8'))).toEqual(JSON.parse(text));
});

test('the figures of the README are those of docs/benchmarks.md', async () => {
  const [readme, benchmarks] = await Promise.all(
    ['README.md', 'docs/benchmarks.md'].map((file) => readFile(resolve(ROOT, file), 'utf8')),
  );
  const claims = readme!.slice(0, readme!.indexOf('## Quick start'));
  const figures = [...claims.matchAll(/\d\.\d{3}|[\d.]+ ms/g)].map(([figure]) => figure);
  expect(figures.length).toBeGreaterThan(3);
  expect(figures.filter((figure) => !benchmarks!.includes(figure))).toEqual([]);
});

test('the README shows what the sample document becomes', async () => {
  const readme = await readFile(resolve(ROOT, 'README.md'), 'utf8');
  const shown = /<!-- sample -->\n````markdown\n([^]*?)````\n<!-- \/sample -->/.exec(readme)?.[1];
  const { markdown } = await readDocument(makeSource(await readFile(resolve(ROOT, 'docs/sample.pdf'))));
  expect(shown).toBe(markdown);
});
