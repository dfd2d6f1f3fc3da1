import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertDocument } from '../../../src/cli/convert/document.ts';
import { openConvertPool } from '../../../src/cli/convert/pool.ts';
import type { ConvertPool } from '../../../src/cli/convert/pool.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { sweptFiles } from './files.ts';
import type { SweptFile } from './files.ts';
import { missingWords } from './missing-words.ts';
import { secondTexts } from './second-readers.ts';

const HELP = `node test/bench/sweep/main.ts --clones FOLDER [--format docx]… [--only PART-OF-NAME] [--show 20] [--seconds 120]
Does any file lose words without a word about it? Converts files of repositories that no other list names (repositories.tsv)
by the worker processes of the command, and counts the words that a second reader finds in them and we do not.
Markdown and results are left in test/bench/.corpus/sweep.`;

const { values } = parseArgs({
  options: {
    clones: { type: 'string' },
    format: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '120' },
  },
});
/** A word or two that differ are how a reader writes something; so are some among thousands. */
const FEW = { words: 3, share: 0.02 };

interface Result {
  readonly name: string;
  readonly format: string;
  readonly path: string;
  /** `Markdown`, or the code of a failure. */
  readonly outcome: string;
  readonly detail: string;
  readonly seconds: number;
  /** Kinds of warnings and notes that a user sees. */
  readonly warnings: readonly string[];
  /** Words of the second reader. */
  readonly words: number;
  readonly missing: readonly string[];
}

const isSilentLoss = ({ outcome, warnings, words, missing }: Result): boolean =>
  outcome === 'Markdown' && warnings.length === 0 && missing.length > FEW.words && missing.length > FEW.share * words;

async function convertOne(
  pool: ConvertPool,
  { order, file, work }: { readonly order: number; readonly file: SweptFile; readonly work: string },
): Promise<Pick<Result, 'outcome' | 'detail' | 'warnings'> & { readonly markdown: string }> {
  const folder = join(work, `document-${order}`);
  mkdirSync(folder, { recursive: true });
  try {
    const result = await convertDocument(pool, {
      order,
      path: file.path,
      folder,
      options: {
        includeImages: false,
        wholePage: true,
        ocr: { mode: 'auto', languages: ['eng'] },
        emphasis: true,
        imageFolder: '',
      },
      progress: { pagesKnown: () => {}, pageDone: () => {} },
    });
    if (!result.ok) return { outcome: result.failure.code, detail: result.failure.message, warnings: [], markdown: '' };
    const kinds = result.warnings.map(({ kind }) => kind);
    return { outcome: 'Markdown', detail: '', warnings: kinds, markdown: readFileSync(result.markdown, 'utf8') };
  } catch (error) {
    return { outcome: 'ERROR', detail: String(error), warnings: [], markdown: '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(results: readonly Result[]): void {
  const formats = [...new Set(results.map(({ format }) => format))].sort();
  console.log(
    '| format | files | not converted | compared | words | missing | files with silent loss |\n|---|---|---|---|---|---|---|',
  );
  for (const format of [...formats, 'all']) {
    const some = results.filter((result) => format === 'all' || result.format === format);
    const compared = some.filter(({ outcome, words }) => outcome === 'Markdown' && words > 0);
    const sum = (of: (result: Result) => number): number => compared.reduce((total, result) => total + of(result), 0);
    const words = sum((result) => result.words);
    const share = ((100 * sum(({ missing }) => missing.length)) / Math.max(1, words)).toFixed(2);
    const failed = some.filter(({ outcome }) => outcome !== 'Markdown').length;
    console.log(
      `| ${format} | ${some.length} | ${failed} | ${compared.length} | ${words} | ${share} % | ${some.filter(isSilentLoss).length} |`,
    );
  }
  const worst = results.filter(isSilentLoss).sort((a, b) => b.missing.length / b.words - a.missing.length / a.words);
  for (const { name, path, words, missing } of worst.slice(0, Number(values.show)))
    console.log(`\n${name}\n  ${path}\n  ${missing.length} of ${words}: ${missing.slice(0, 15).join(' ')}`);
  console.log('\nNot converted:');
  for (const { name, path, outcome, detail } of results.filter((result) => result.outcome !== 'Markdown'))
    console.log(`  ${outcome}: ${detail.slice(0, 160)}  ${name} ${path}`);
  const slow = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 8);
  console.log(
    `\nLongest:\n${slow.map(({ name, path, seconds }) => `  ${seconds.toFixed(1)} s ${name} ${path}`).join('\n')}`,
  );
}

async function main(clones: string): Promise<void> {
  // The processes may write there by its real path only.
  const folder = join(realpathSync(join(import.meta.dirname, '../.corpus')), 'sweep');
  const files = sweptFiles(clones, join(folder, 'files')).filter(
    ({ name, format }) => name.includes(values.only) && (values.format?.includes(format) ?? true),
  );
  const texts = await secondTexts(files, join(folder, 'second'));
  const work = join(folder, `work-${process.pid}`);
  mkdirSync(work);
  mkdirSync(join(folder, 'markdown'), { recursive: true });
  const processes = 2;
  const pool = await openConvertPool({
    program: workerProgram(),
    processes,
    folder: work,
    broken: () => {},
    limits: { memoryBytes: 2 ** 30, seconds: Number(values.seconds), scratchBytes: Infinity },
  });
  const results: Result[] = [];
  const jobs = files.entries();
  const serve = async (): Promise<void> => {
    for (const [order, file] of jobs) {
      const start = performance.now();
      const { markdown, ...rest } = await convertOne(pool, { order, file, work });
      const seconds = (performance.now() - start) / 1000;
      writeFileSync(join(folder, 'markdown', `${file.path.split('/').at(-1)!}.md`), markdown);
      results.push({ ...file, ...rest, seconds, ...missingWords(texts.get(file.name) ?? '', markdown) });
    }
  };
  await Promise.all(Array.from({ length: processes }, serve));
  await pool.close();
  rmSync(work, { recursive: true, force: true });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results, null, 1));
  report(results);
}

if (values.clones === undefined) console.log(HELP);
else await main(values.clones);
