import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { readDocument } from '../make/read.ts';
import { wordsOf } from './word-counts.ts';

/**
 * Compares the words of converted files with those of a reference, for us and for other programs:
 *
 *     node test/bench/words.ts FILE… --reference 'pandoc -t plain --wrap=none {}' [--peer 'markitdown {}']… [--detail]
 *
 * `{}` stands for the file and `{dir}` for its folder. A reference or a result in HTML is taken without its tags.
 */
const run = promisify(execFile);
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    reference: { type: 'string' },
    peer: { type: 'string', multiple: true, default: [] },
    'whole-page': { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
  },
});
const { reference } = values;
if (reference === undefined) throw new Error('--reference is missing');

type Convert = (file: string) => Promise<string>;
interface Score {
  readonly found: number;
  readonly confirmed: number;
}

const ours =
  (wholePage: boolean): Convert =>
  async (path) => {
    const file = { path, bytes: statSync(path).size, fileName: basename(path), wholePage };
    return (await readDocument(file, { native: 'allow' })).markdown;
  };

const command =
  (line: string): Convert =>
  async (path) => {
    const script = line.replaceAll('{dir}', '"$2"').replaceAll('{}', '"$1"');
    const { stdout } = await run('bash', ['-c', script, 'bash', path, dirname(path)], {
      maxBuffer: 1 << 28,
      timeout: 60_000,
    });
    return stdout;
  };

/** How many of the words of `a` are in `b`. */
function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let all = 0;
  let both = 0;
  for (const [word, count] of a) {
    all += count;
    both += Math.min(count, b.get(word) ?? 0);
  }
  return all === 0 ? 1 : both / all;
}

const engines: readonly (readonly [string, Convert])[] = [
  ['ours', ours(false)],
  ...(values['whole-page'] ? [['ours, whole page', ours(true)] as const] : []),
  ...values.peer.map((line) => [line, command(line)] as const),
];
const scores = engines.map((): (Score | undefined)[] => []);
let compared = 0;
for (const file of files) {
  const truth = await command(reference)(file).catch(() => '');
  const expected = wordsOf(truth);
  if (expected.size === 0) continue;
  compared++;
  for (const [i, [name, convert]] of engines.entries()) {
    const text = await convert(file).catch(() => undefined);
    const words = wordsOf(text ?? '');
    const score =
      text === undefined ? undefined : { found: shared(expected, words), confirmed: shared(words, expected) };
    scores[i]!.push(score);
    if (values.detail) console.log(`${name}\t${score?.found.toFixed(3)}\t${score?.confirmed.toFixed(3)}\t${file}`);
  }
}
console.log(`${compared} of ${files.length} files have a reference\n`);
console.log('| engine | found | of what was read, also in the reference | files not read |\n|---|---|---|---|');
for (const [i, [name]] of engines.entries()) {
  const read = scores[i]!.filter((score) => score !== undefined);
  const mean = (of: (score: Score) => number, among: number): string =>
    (read.reduce((sum, score) => sum + of(score), 0) / Math.max(1, among)).toFixed(3);
  const failed = scores[i]!.length - read.length;
  console.log(
    `| ${name} | ${mean(({ found }) => found, compared)} | ${mean(({ confirmed }) => confirmed, read.length)} | ${failed} |`,
  );
}
process.exit(0);
