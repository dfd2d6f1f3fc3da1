import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';

/** Signs and currencies before a number; Japanese has triangles for what is less than nothing. */
const BEFORE = String.raw`[-–—+−－±~<>≤≥($€£¥￥（△▲]*\s?[-–—−－(（△▲]?`;
/** Units of Chinese and Japanese right behind their number, and the mark that repeats the one above. */
const UNIT = String.raw`(?:[十百千万萬亿億兆]{0,2}(?:[元円圆圓株股口名人件年月日時时個个社％倍歳岁]|美元|港元|[ヶか个]月)|〃)`;
const DIGITS = String.raw`\p{Nd}[\p{Nd}\s.,:/%°()×x*+–−±e．，：／％（）-]*`;
const NUMERIC = new RegExp(`^${BEFORE}${DIGITS}(?:[%)）*†‡a-z]{0,3}\\s?[€$£¥￥]?|\\s?${UNIT}[)）]?)$`, 'iu');
/** What stands for a number that is missing, perhaps behind a currency. */
const EMPTY_MARK = new RegExp(
  String.raw`^(?:[€$£¥￥]\s?)?[-–—−－―ー.…·*]+(?:\s?(?:${UNIT}|[%€$£]))?$|^n\/?[am]$`,
  'iu',
);

export const isNumeric = (text: string): boolean => NUMERIC.test(text) || EMPTY_MARK.test(text);

/** Whether a line of text is nothing but numbers. */
export const isRowOfNumbers = ({ segments }: Pick<TextRow, 'segments'>): boolean =>
  segments.every((segment) => isNumeric(lineText(segment)));

/** What a line of a broken number may hold: some of its digits, or its sign alone. */
const PART = /^[-–—−－(（△▲]?\s?[\d.,]+[%)）]?$|^[-–—−－△▲]$/;
const SIGN = '[-–—−－(（△▲]?';
const GROUPED = new RegExp(String.raw`^${SIGN}\s?\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)[%)）]?$`);
const WHOLE = new RegExp(String.raw`^${SIGN}\s?\d+(?:[.,]\d{2,})?[%)）]?$`);

/** Whether the lines of a cell are one number with groups of thousands, which a narrow column broke between digits. */
export function isBrokenNumber(lines: readonly string[]): boolean {
  if (lines.length < 2 || !lines.every((line) => PART.test(line)) || !GROUPED.test(lines.join(''))) return false;
  return !lines.every((line) => GROUPED.test(line) || WHOLE.test(line)) || /^\d$/.test(lines.at(-1)!);
}

/** A number with separators, such as an amount of money, and as names of columns have none. */
export const isAmount = (text: string): boolean => isNumeric(text) && /\p{Nd}[.,．，\s]\p{Nd}/u.test(text);

/** A currency's code or short name before or behind an amount. */
const CURRENCY = /^\p{L}{1,3}\.?\s?(?=[-–—]?\p{Nd})|(?<=\p{Nd}[-–—]?)\s?\p{L}{1,3}\.?$/gu;

/** An amount of money, perhaps with its currency as letters. */
export function isPrice(text: string): boolean {
  const bare = text.replaceAll(CURRENCY, '');
  return isAmount(text) || (bare !== text && isNumeric(bare));
}

export const hasAmounts = ({ segments }: Pick<TextRow, 'segments'>): boolean =>
  segments.some((segment) => isAmount(lineText(segment)));
