import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsPage } from '../../scripts/generate-errors.ts';
import { FAILURE_CODES } from '../../src/failures/failure.ts';

const ROOT = join(import.meta.dirname, '../..');
const [responses, failures] = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
  .split(/^## (?=Failed|Warnings)/m)
  .slice(0, 2) as [string, string];
const codesIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...line.matchAll(/^\| (?:\d+ \| )?(`.*?`) \|/g)].flatMap(([, codes]) => codes!.split(', ')))
    .map((code) => code.replaceAll('`', ''));

it('docs/errors.md lists every code of a failed job', () => {
  expect(codesIn(failures).sort()).toEqual([...FAILURE_CODES].sort());
});

it('docs/errors.md lists every code that the public API answers', () => {
  const files = readdirSync(join(ROOT, 'src/api'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(admin|internal)\//.test(name),
  );
  const used = files.flatMap((name) =>
    [...readFileSync(join(ROOT, 'src/api', name), 'utf8').matchAll(/new Problem\(\s*\d+,\s*'(\w+)'/g)].map(
      ([, code]) => code!,
    ),
  );
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((code) => !codesIn(responses).includes(code))).toEqual([]);
});

it('docs/errors.md says what the lists of codes say; `npm run generate` writes it', () => {
  const { is, shouldBe } = errorsPage();
  expect(is).toBe(shouldBe);
});
