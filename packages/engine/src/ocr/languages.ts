import { accessSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import type { OcrOptions } from '../options.ts';
import type { LanguageData } from './engine.ts';

const CODE = /^[A-Za-z][A-Za-z0-9_]{1,31}$/;

/** Stands for all languages that have data. */
const AUTO = 'auto';
/** Languages that are tried on a page at most. */
const MOST = 16;

/**
 * Finds the data files of the languages: `CODE.traineddata` or `CODE.traineddata.gz` in the data folder, or the npm
 * package of the language there, and English beside its package. Nothing is ever downloaded. A missing language is a
 * mistake in the settings and is thrown.
 */
export function languageData(options: Omit<OcrOptions, 'mode'>): LanguageData[] {
  const named = options.languages.length > 0 ? options.languages : [AUTO];
  const codes = new Set(named.flatMap((code) => (code === AUTO ? installed(options.dataFolder) : [code])));
  if (codes.size > MOST)
    throw new Failure(
      'conversion_failed',
      `There is OCR data of ${codes.size} languages. Name up to ${MOST} of them instead of "${AUTO}"`,
    );
  return [...codes].map((code) => {
    if (!CODE.test(code)) throw new Failure('conversion_failed', `"${code}" is not an OCR language code`);
    const path = candidates(code, options.dataFolder).find(exists);
    if (path === undefined)
      throw new Failure('conversion_failed', `The OCR data of the language "${code}" is not installed`);
    return { code, path };
  });
}

/** English, then what lies in the folder. Data without letters (`osd`, `equ`) is no language. */
function installed(folder: string | undefined): string[] {
  if (folder === undefined) return ['eng'];
  const files = namesIn(folder).flatMap((name) => /^(\w+)\.traineddata(?:\.gz)?$/.exec(name)?.[1] ?? []);
  const packages = [join(folder, PACKAGES), join(folder, 'node_modules', PACKAGES)].flatMap(namesIn);
  const found = [...files, ...packages].filter((code) => CODE.test(code) && code !== 'osd' && code !== 'equ');
  return ['eng', ...found.sort()];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Scope of the npm packages of languages, and the model in them that is used. */
const PACKAGES = '@tesseract.js-data';
const MODEL = '4.0.0_best_int';

function candidates(code: string, folder: string | undefined): string[] {
  const own =
    folder === undefined
      ? []
      : [
          join(folder, `${code}.traineddata`),
          join(folder, `${code}.traineddata.gz`),
          join(folder, PACKAGES, code, MODEL, `${code}.traineddata.gz`),
          join(folder, 'node_modules', PACKAGES, code, MODEL, `${code}.traineddata.gz`),
        ];
  return code === 'eng' ? [...own, englishData()] : own;
}

/**
 * The integer model made from the best one: more accurate than the fast model, and what the npm package is there for.
 */
function englishData(): string {
  const manifest = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json');
  return join(dirname(manifest), MODEL, 'eng.traineddata.gz');
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
