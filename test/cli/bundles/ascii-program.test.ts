import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asciiProgram } from '../../../src/cli/bundles/ascii-program.ts';

const PROGRAM = `[
  /^[–€]+$/u.test('\\u2013\\u20ac'),
  /^[À-ÿ…]+$/.test('\\u00e9\\u2026'),
  /^[😀-😂]$/u.test('\\ud83d\\ude01'),
  new RegExp(String.raw\`^(?:页|頁|[１-９])$\`, 'u').test('\\u9801'),
]`;

it('writes a program in ASCII whose regular expressions find what they found', () => {
  const ascii = asciiProgram(PROGRAM);
  expect(ascii).toMatch(/^[\0-\x7F]*$/);
  expect(runInNewContext(ascii)).toEqual([true, true, true, true]);
});

it('refuses a backslash before a character for which it would stand in the way of the escape', () => {
  expect(() => asciiProgram('/\\–/')).toThrow(/backslash/);
  expect(asciiProgram('/\\\\–/')).toBe('/\\\\\\u2013/');
});
