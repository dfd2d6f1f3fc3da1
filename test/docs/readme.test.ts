import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeSource } from '../make/source.ts';
import { readDocument } from '../make/read.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('the README shows what the sample document becomes', async () => {
  const readme = await readFile(resolve(ROOT, 'README.md'), 'utf8');
  const shown = /<!-- sample -->\n````markdown\n([^]*?)````\n<!-- \/sample -->/.exec(readme)?.[1];
  const { markdown } = await readDocument(makeSource(await readFile(resolve(ROOT, 'docs/sample.pdf'))));
  expect(shown).toBe(markdown);
});
