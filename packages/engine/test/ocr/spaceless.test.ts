import { expect, test } from 'vitest';
import { joinSpaceless } from '../../src/ocr/spaceless.ts';

/** Words of letters of 20 pixels, each `[text, gap before it]`. */
function joined(...words: readonly (readonly [string, number])[]): string[] {
  let x = 0;
  return joinSpaceless(
    words.map(([text, gap]) => {
      x += gap + 20 * text.length;
      return { text, confidence: 90, x0: x - 20 * text.length, x1: x, y0: 0, y1: 20 };
    }),
  ).map(({ text }) => text);
}

test('letters of scripts without spaces are joined, with the marks and numbers between them', () => {
  expect(joined(['港口', 0], ['办', 4], ['。', 2], ['共', 14], ['有', 3], ['4812', 6], ['艘', 6])).toEqual([
    '港口办。共有4812艘',
  ]);
  expect(joined(['クレ', 0], ['ー', 3], ['ン', 3])).toEqual(['クレーン']);
});

test('cells, columns and words of other scripts stay apart', () => {
  expect(joined(['姓名', 0], ['年龄', 45])).toEqual(['姓名', '年龄']);
  expect(joined(['the', 0], ['port', 6])).toEqual(['the', 'port']);
  expect(joined(['用', 0], ['PDF', 12])).toEqual(['用', 'PDF']);
});
