import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { levenshtein } from '../bench/quality/metrics/edit-distance.ts';
import { readDocument } from '../make/read.ts';
import { latinPage } from './latin-page.ts';
import { TEXTS } from './texts.ts';

const PAGES = join(import.meta.dirname, 'pages');
/** Installed once and kept, since the data of all languages has 72 MB. */
const DATA = join(import.meta.dirname, '../bench/.corpus/languages');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
  mkdirSync(DATA, { recursive: true });
  const packages = Object.keys(TEXTS).map((code) => `@tesseract.js-data/${code}`);
  if (!packages.every((name) => existsSync(join(DATA, 'node_modules', name))))
    execFileSync('npm', ['install', '--prefix', DATA, '--no-audit', '--no-fund', ...packages], { stdio: 'inherit' });
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function drawn(code: string): Promise<string> {
  const path = join(folder, `${code}.png`);
  await writeFile(path, await latinPage(code));
  return path;
}

async function markdownOf(path: string, languages: readonly string[] = ['auto']): Promise<string> {
  const file = { path, bytes: (await stat(path)).size };
  const ocr = { mode: 'auto', languages, dataFolder: DATA } as const;
  return (await readDocument(file, { native: 'allow', ocr })).markdown.trim();
}

/** Share of the letters that are wrong. */
function errorRate(code: string, markdown: string): number {
  const { title, text } = TEXTS[code]!;
  const truth = `# ${title}\n\n${text}`;
  return levenshtein(truth, markdown) / truth.length;
}

it.each(['eng', 'deu', 'fra', 'spa'])('finds the language of a page in %s among all', async (code) => {
  const markdown = await markdownOf(await drawn(code));
  expect(errorRate(code, markdown), markdown).toBeLessThan(0.01);
});

it.each([
  ['chi_sim', 0.03],
  ['jpn', 0.04],
  ['ara', 0.03],
])('finds the script of a page in %s among all', async (code, rate) => {
  const markdown = await markdownOf(join(PAGES, `${code}.png`));
  expect(errorRate(code, markdown), markdown).toBeLessThan(rate);
});

it.each(['chi_sim', 'jpn'])('puts no spaces between the letters of %s', async (code) => {
  const markdown = await markdownOf(join(PAGES, `${code}.png`));
  expect(markdown).not.toMatch(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，] +[\p{L}、。，]/u);
});

it.each([
  ['jpn_vert', 0.03],
  ['chi_tra_vert', 0.08],
])('reads a page in columns from right to left, in %s', async (code, rate) => {
  const markdown = await markdownOf(join(PAGES, `${code}.png`));
  const { title, text } = TEXTS[code]!;
  const letters = markdown.replaceAll(/[#\s]/g, '');
  expect(levenshtein(title + text, letters) / (title + text).length, markdown).toBeLessThan(rate);
});

it('reads the page in the only language that is named', async () => {
  const markdown = await markdownOf(await drawn('deu'), ['eng']);
  expect(markdown).not.toContain('gezählt');
});
