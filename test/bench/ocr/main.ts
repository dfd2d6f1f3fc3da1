import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCorpus } from '../quality/corpus/build.ts';
import { asItComes, native, ours } from './engines.ts';
import type { OcrBenchEngine, Reading } from './engines.ts';
import { CONDITIONS, makePictures } from './pictures.ts';
import type { BenchPicture } from './pictures.ts';
import { letterScore, wordScore } from './score.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string' },
    condition: { type: 'string' },
    engine: { type: 'string' },
    detail: { type: 'boolean' },
    reuse: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const CORPUS = join(import.meta.dirname, '../.corpus');

/**
 * `npm run bench:ocr -- [--documents COUNT] [--condition PART] [--engine PART] [--detail] [--reuse]`; `--reuse` takes
 * the peers' readings from the last run
 */
async function main(): Promise<void> {
  const count = Number(values.documents ?? 12);
  const made = join(CORPUS, 'made');
  await buildCorpus(made, ({ name, source }) => source.language === 'en' && name.startsWith('chromium'));
  const names = readdirSync(made).filter((name) => /^(?:chromium|latex|libreoffice).*\.pdf$/u.test(name));
  const every = Math.max(1, Math.floor(names.length / count));
  const pdfs = names
    .filter((_, i) => i % every === 0)
    .slice(0, count)
    .map((name) => join(made, name));
  const conditions = CONDITIONS.filter(({ name }) => name.includes(values.condition ?? ''));
  const pictures = await makePictures(join(CORPUS, 'ocr'), pdfs, conditions);
  const peer = await native(join(CORPUS, 'tessdata'));
  const engines = [ours, ...(peer ? [peer] : []), asItComes].filter(({ name }) => name.includes(values.engine ?? ''));
  const rows: { engine: OcrBenchEngine; readings: Reading[] }[] = [];
  for (const engine of engines)
    rows.push({
      engine,
      readings: engine === ours || !values.reuse ? await engine.read(pictures) : await reused(engine, pictures),
    });
  if (values.detail) for (const { engine, readings } of rows) detail(engine.name, readings);
  console.log(
    `${pictures.length} pictures of ${pdfs.length} pages; letters in order / words in any order / CPU seconds a page`,
  );
  console.log(
    `| pictures | ${rows.map(({ engine }) => engine.name).join(' | ')} |\n|---|${rows.map(() => '---|').join('')}`,
  );
  for (const { name } of [...conditions, { name: '' }]) {
    const cells = rows.map(({ readings }) =>
      summary(readings.filter(({ picture }) => name === '' || picture.condition === name)),
    );
    console.log(`| ${name === '' ? '**all**' : name} | ${cells.join(' | ')} |`);
  }
}

/** Readings of a peer do not change with our code; their CPU time is then that of another hour. */
async function reused(engine: OcrBenchEngine, pictures: readonly BenchPicture[]): Promise<Reading[]> {
  const folder = join(CORPUS, 'ocr-readings');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${engine.name.replaceAll(/\W+/gu, '-')}.json`);
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, { text: string; cpu: number }>)
    : {};
  for (const reading of await engine.read(pictures.filter(({ path }) => !(path in kept))))
    kept[reading.picture.path] = { text: reading.text, cpu: reading.cpu };
  writeFileSync(file, JSON.stringify(kept));
  return pictures.map((picture) => ({ picture, text: '', cpu: 0, ...kept[picture.path] }));
}

function summary(readings: readonly Reading[]): string {
  const mean = (of: (reading: Reading) => number): number =>
    readings.reduce((sum, reading) => sum + of(reading), 0) / Math.max(1, readings.length);
  const letters = mean(({ picture, text }) => letterScore(picture.truth, text));
  const words = mean(({ picture, text }) => wordScore(picture.truth, text));
  return `${letters.toFixed(3)} / ${words.toFixed(3)} / ${mean(({ cpu }) => cpu).toFixed(2)}`;
}

function detail(engine: string, readings: readonly Reading[]): void {
  for (const { picture, text, cpu } of readings) {
    console.log(
      `${engine}\t${picture.document}\t${picture.condition}\t${letterScore(picture.truth, text).toFixed(3)}\t${wordScore(picture.truth, text).toFixed(3)}\t${cpu.toFixed(2)}`,
    );
  }
}

await main();
