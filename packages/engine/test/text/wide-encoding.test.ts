import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { findWideEncoding } from '../../src/text/wide-encoding.ts';

const TEXTS = [
  ['Chinese', '会议纪要\n今天讨论了三个问题。\n', '会议纪要'],
  ['Japanese', '議事録\r\nきょうは三つのことを話した。\r\n', 'きょうは三つのことを話した。'],
  ['Korean', '회의록\n오늘은 세 가지를 논의했다.\n', '오늘은 세 가지를 논의했다.'],
  ['Russian', 'Протокол\nСегодня обсуждали три вопроса.\n', 'Сегодня обсуждали три вопроса.'],
  ['Thai with Latin', 'บันทึกการประชุม ABC\nวันนี้\n', 'วันนี้'],
] as const;

test.each(TEXTS)('%s in UTF-16 without a mark is read in both orders of bytes', async (_, text, line) => {
  const little = Buffer.from(text, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    expect((await readDocument(makeSource(bytes, 'x.txt'))).markdown).toContain(line);
});

test('a sheet as CSV in UTF-16 without a mark has its cells, beside a character of none', async () => {
  const bytes = Buffer.from('première,second,troisième\r\nQuatrième,cinquième,𐐀\r\nsix,\ufffe,sept\r\n', 'utf16le');
  const { markdown } = await readDocument(makeSource(bytes, 'x.csv'));
  expect(markdown).toContain('| Quatrième | cinquième | 𐐀 |');
});

test('a surrogate pair may be cut at the end of what is looked at', () => {
  expect(findWideEncoding(Buffer.from(`中\n${'\u{20000}'.repeat(300)}`, 'utf16le'))).toBe('utf-16le');
});

test('legacy encodings and bytes of programs are not UTF-16', () => {
  expect(findWideEncoding(Buffer.from('c4e3bac3cac0bde70a'.repeat(9), 'hex'))).toBeUndefined();
  // Numbers of two and four bytes, and noise (xorshift) with zeros.
  expect(findWideEncoding(Buffer.from(Uint32Array.from({ length: 60 }, (_, n) => n * 977).buffer))).toBeUndefined();
  let state = 88_172_645;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  };
  for (let n = 0; n < 200; n++)
    expect(findWideEncoding(Buffer.from([0, ...Array.from({ length: 63 }, next)]))).toBeUndefined();
});
