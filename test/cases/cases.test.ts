import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Faults that people reported to other projects, each as a small input of our own: `cases.tsv` has the kind, the
 * address of the report, and what must and must not come out. `inputs/*.expected.md` is what a careful person would
 * write; it is to be read, not compared byte for byte.
 */
const FOLDER = import.meta.dirname;
const MAIN = join(FOLDER, '../../src/cli/main.ts');

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
}

const cases = (await readFile(join(FOLDER, 'cases.tsv'), 'utf8'))
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line): Case => {
    const cells = line
      .split('\t')
      .map((cell) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell));
    const [name = '', kind = '', , , must = '[]', mustNot = '[]'] = cells;
    return { name, kind, must: JSON.parse(must) as string[], mustNot: JSON.parse(mustNot) as string[] };
  });

/** A text, or a regular expression after `re:`, in which `(?m)` makes `^` and `$` those of lines. */
function holds(markdown: string, want: string): boolean {
  const [, lines, pattern] = /^re:(\(\?m\))?([^]*)$/.exec(want) ?? [];
  return pattern === undefined ? markdown.includes(want) : new RegExp(pattern, lines && 'm').test(markdown);
}

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'scriptorium-cases-'));
  const inputs = cases.map(({ name }) => join(FOLDER, 'inputs', name));
  // Exits with 1 where a document could not be converted; its Markdown is then missing below.
  await promisify(execFile)(process.execPath, [MAIN, 'convert', ...inputs, '-d', out, '--quiet']).catch(() => {});
}, 300_000);
afterAll(() => rm(out, { recursive: true, force: true }));

describe('a reported fault', () => {
  it('has a name of its own', () => {
    expect(new Set(cases.map(({ name }) => name.replace(/\.\w+$/, ''))).size).toBe(cases.length);
  });

  for (const { name, kind, must, mustNot } of cases)
    it(`does not occur: ${name} (${kind})`, async () => {
      const markdown = await readFile(join(out, `${name.replace(/\.\w+$/, '')}.md`), 'utf8');
      expect({
        missing: must.filter((want) => !holds(markdown, want)),
        wrong: mustNot.filter((want) => holds(markdown, want)),
      }).toEqual({ missing: [], wrong: [] });
    });
});
