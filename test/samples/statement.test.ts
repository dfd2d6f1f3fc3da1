import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleStatement } from '../../src/samples/statement.ts';
import { readDocument } from '../make/read.ts';
import { SCRATCH } from '../make/source.ts';

it('the sample of a statement is read as what the code cache is made for: tables without rulings, codes of two bytes', async () => {
  const path = join(SCRATCH, 'statement.pdf');
  const bytes = sampleStatement();
  await writeFile(path, bytes);
  const { markdown, pages, summary } = await readDocument({ path, bytes: bytes.length });
  expect(pages[0]?.blocks.filter(({ kind }) => kind === 'table')).toHaveLength(3);
  expect(markdown).toContain('| Total | 4,240 | 3,944 | 7.5% |');
  expect(summary.warnings).toEqual([]);
});
