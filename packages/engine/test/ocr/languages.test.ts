import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { languageData } from '../../src/ocr/languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'languages-'));
function put(...path: readonly string[]): string {
  const file = join(folder, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'data');
  return file;
}

test('data of a language is found as a file, and as the npm package that has it', () => {
  const files = {
    deu: put('deu.traineddata.gz'),
    fra: put('node_modules/@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz'),
    spa: put('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz'),
  };
  put('node_modules/@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz');
  expect(languageData({ languages: ['deu', 'fra', 'spa'], dataFolder: folder })).toEqual(
    Object.entries(files).map(([code, path]) => ({ code, path })),
  );
  expect(() => languageData({ languages: ['ita'], dataFolder: folder })).toThrow('"ita"');
  expect(() => languageData({ languages: ['../deu'], dataFolder: folder })).toThrow('not an OCR language code');
});

test('auto is English and all that is in the folder, without what is no language', () => {
  put('osd.traineddata');
  put('notes.txt');
  const codes = (languages: readonly string[]) =>
    languageData({ languages, dataFolder: folder }).map(({ code }) => code);
  expect(codes(['auto'])).toEqual(['eng', 'deu', 'fra', 'spa']);
  expect(codes([])).toEqual(['eng', 'deu', 'fra', 'spa']);
  expect(codes(['spa', 'auto'])).toEqual(['spa', 'eng', 'deu', 'fra']);
  expect(languageData({ languages: ['auto'] }).map(({ code }) => code)).toEqual(['eng']);
  for (let i = 0; i < 14; i++) put(`la${String.fromCodePoint(97 + i)}.traineddata`);
  expect(() => codes(['auto'])).toThrow('Name up to 16 of them');
});
