import { expect, test } from 'vitest';
import { createNumberFormats } from '../../src/sheets/number-format.ts';

const formats = createNumberFormats(false);

test.each([
  // Dates, with the points and words that they stand between.
  ['dd.mm.yyyy', 45_356, '05.03.2024'],
  ['d. mmmm yyyy', 45_356, '5. March 2024'],
  ['[$-407]d. mmmm yyyy', 45_356, '5. März 2024'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 45_356, 'Tuesday, March 5, 2024'],
  ['[$-F400]h:mm:ss\\ AM/PM', 0.75, '6:00:00 PM'],
  ['yyyy-mm-ddThh:mm:ss', 45_356.5, '2024-03-05T12:00:00'],
  ['yyyy"年"m"月"d"日"', 45_356, '2024年3月5日'],
  ['dd\\.mm\\.yyyy;@', 45_356, '05.03.2024'],
  ['TT.MM.JJJJ', 45_356, '05.03.2024'],
  ['jj/mm/aaaa', 45_356, '05/03/2024'],
  ['aaaa', 45_356, 'Tuesday'],
  ['上午/下午h"時"mm"分"', 0.6, '下午2時24分'],
  // Eras and other calendars.
  ['ggge"年"m"月"d"日"', 45_356, '令和6年3月5日'],
  ['[$-411]ge.m.d', 45_356, 'R6.3.5'],
  ['[$-411]ggge"年"', 43_585, '平成31年'],
  ['[$-ja-JP-x-gannen]ggge"年"', 43_586, '令和元年'],
  ['[$-404]e/m/d', 45_356, '113/3/5'],
  ['[$-404]ggge"年"', 45_356, '中華民國113年'],
  ['[$-D07041E]d mmmm yyyy', 45_356, '5 มีนาคม 2567'],
  // Elapsed time.
  ['[h]:mm', 1.75, '42:00'],
  ['[mm]:ss', 0.01, '14:24'],
  ['[s]', 1, '86400'],
  ['mm:ss.0', 0.001_23, '01:46.3'],
  ['[h]:mm', -0.25, '-6:00'],
  // Percent signs, units and currencies.
  ['0.00 %', 0.123, '12.30 %'],
  ['0.0 "kg"', 12.5, '12.5 kg'],
  ['0.00 kg', 12.5, '12.50 kg'],
  ['0 Std.', 5, '5 Std.'],
  ['0 Uhr', 5, '5 Uhr'],
  ['0 "d"', 5, '5 d'],
  ['0 d', 5, '5 d'],
  ['N0', 5, 'N5'],
  ['\\Q0', 1, 'Q1'],
  ['#,##0.00\\ [$€-407]', 1234.5, '1,234.50 €'],
  ['[$€-2]\\ #,##0.00', 12.5, '€ 12.50'],
  ['[$-D000000]0', 5, '5'],
  ['_-* #,##0.00\\ "€"_-', 5, '5.00 €'],
  // Sections, colors and conditions.
  ['0.00_ ;[Red]-0.00 ', 3.141_59, '3.14'],
  ['0.00_ ;[Red]-0.00 ', -3.141_59, '-3.14'],
  ['[>=1000]#,##0,"K";0', 12_345, '12K'],
  ['[<1]0.0%;0.0', 0.5, '50.0%'],
  ['[Blue][=1]"yes";[Red][=0]"no";General', 0, 'no'],
  ['0;-0;"zero"', 0, 'zero'],
  // Fractions, powers and codes of digits.
  ['# ?/?', 1.5, '1 1/2'],
  ['##0.0E+0', 12_345.678, '12.3E+3'],
  ['0.00E+00', 12_345.678, '1.23E+04'],
  ['00000', 123, '00123'],
  ['(###) ###-####', 5_551_234_567, '(555) 123-4567'],
  ['0.00', 1.005, '1.01'],
  ['Standard', 5.25, '5.25'],
  // East Asian numerals.
  ['[DBNum1][$-804]General', 123, '一百二十三'],
  ['[DBNum1][$-804]General', 10_010, '一万零一十'],
  ['[DBNum1][$-804]General', 12, '十二'],
  ['[DBNum2][$-804]General', 1203.5, '壹仟贰佰零叁.伍'],
  ['[DBNum1][$-804]0', 123, '一二三'],
  ['[DBNum1][$-804]yyyy"年"m"月"d"日"', 45_356, '二〇二四年三月五日'],
  ['[DBNum1][$-411]General', 1110, '千百十'],
  ['[DBNum3]0', 123, '１２３'],
])('%s shows %d as %s', (code, value, text) => {
  expect(formats.number(code, value)).toBe(text);
});

test('texts are shown by the section of the format for texts', () => {
  expect(formats.text('0;-0;"zero";"t: "@', 'abc')).toBe('t: abc');
  expect(formats.text('"No. "@', '7a')).toBe('No. 7a');
  expect(formats.text('0.00;@', 'abc')).toBe('abc');
  expect(formats.text('0;;0', 'abc')).toBe('abc');
  expect(formats.text(';;;', 'abc')).toBe('');
  expect(formats.text('0;-0;0;"none"', 'abc')).toBe('none');
  expect(formats.text('0.00', 'abc')).toBe('abc');
});

test('numbers that a format cannot show are none', () => {
  expect(formats.number('yyyy-mm-dd', -1)).toBeUndefined();
  expect(formats.number('yyyy-mm-dd', 3_000_000)).toBeUndefined();
  expect(formats.number('0"', 1)).toBe('1');
});

test('dates count from 1904 where the workbook does, times do not', () => {
  const formats1904 = createNumberFormats(true);
  expect(formats1904.number('yyyy-mm-dd', 43_894)).toBe('2024-03-05');
  expect(formats1904.number('[h]:mm', 0.5)).toBe('12:00');
});
