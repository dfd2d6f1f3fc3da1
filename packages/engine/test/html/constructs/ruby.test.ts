import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

test.each([
  ['after each base', '<ruby>北<rt>běi</rt>京<rt>jīng</rt></ruby>', '北(běi)京(jīng)'],
  ['of several bases together', '<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>', '東京(とうきょう)'],
  ['without end tags', '<ruby><rb>東<rb>京<rt>とう<rt>きょう</ruby>', '東京(とうきょう)'],
  ['in the parentheses of the page', '<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp></ruby>', '漢（かん）'],
  ['above another reading', '<ruby><ruby>攻<rt>こう</rt></ruby><rt>attack</rt></ruby>', '攻(こう)(attack)'],
  [
    'of a second kind',
    '<ruby><rb>旧</rb><rb>山</rb><rt>jiù</rt><rt>shān</rt><rtc>Old Mountain</rtc></ruby>',
    '旧山(jiù shān)(Old Mountain)',
  ],
  ['with white space around them', '<ruby>\n東\n<rt> とう </rt>\n</ruby>へ', '東(とう)へ'],
  ['that are empty', '<ruby>東<rt></rt></ruby>', '東'],
])('readings %s', async (_, body, markdown) => {
  expect(await readHtml(`<p>${body}</p>`)).toBe(`${markdown}\n`);
});
