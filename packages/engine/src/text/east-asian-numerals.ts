/** The characters in which a language writes counting numbers. */
export interface NumeralSet {
  /** 0 to 9. */
  readonly digits: string;
  /** 10, 100 and 1000. */
  readonly units: string;
  /** 10⁴, 10⁸ and 10¹². */
  readonly groups: string;
  /** Whether a one stands before units: always (壹拾), not before a leading ten (十), or never (百). */
  readonly one: 'always' | 'not-leading-ten' | 'never';
  /** Whether a zero is said where units are left out (一百零一). */
  readonly saysZero: boolean;
}

export const NUMERALS = {
  chinese: {
    digits: '〇一二三四五六七八九',
    units: '十百千',
    groups: '万亿兆',
    one: 'not-leading-ten',
    saysZero: true,
  },
  chineseTraditional: {
    digits: '〇一二三四五六七八九',
    units: '十百千',
    groups: '萬億兆',
    one: 'not-leading-ten',
    saysZero: true,
  },
  chineseLegal: { digits: '零壹贰叁肆伍陆柒捌玖', units: '拾佰仟', groups: '万亿兆', one: 'always', saysZero: true },
  chineseTraditionalLegal: {
    digits: '零壹貳參肆伍陸柒捌玖',
    units: '拾佰仟',
    groups: '萬億兆',
    one: 'always',
    saysZero: true,
  },
  japanese: { digits: '〇一二三四五六七八九', units: '十百千', groups: '万億兆', one: 'never', saysZero: false },
  japaneseLegal: { digits: '〇壱弐参四伍六七八九', units: '拾百阡', groups: '萬億兆', one: 'always', saysZero: false },
  korean: { digits: '영일이삼사오육칠팔구', units: '십백천', groups: '만억조', one: 'never', saysZero: false },
  koreanLegal: { digits: '零壹貳參四五六七八九', units: '拾百千', groups: '萬億兆', one: 'always', saysZero: false },
} as const satisfies Readonly<Record<string, NumeralSet>>;

/** Each digit by itself: 2024 is 二〇二四. */
export function inDigits(text: string, { digits }: NumeralSet): string {
  return text.replaceAll(/\d/g, (digit) => digits[Number(digit)]!);
}

/** A whole number from 0 in words: 123 is 一百二十三. From 10¹⁶, digit by digit. */
export function inWords(value: number, numerals: NumeralSet): string {
  if (!Number.isInteger(value) || value <= 0 || value >= 1e16) return inDigits(String(value), numerals);
  const zero = numerals.saysZero ? '零' : '';
  let text = '';
  let hasGap = false;
  for (let group = 3; group >= 0; group--) {
    const part = Math.floor(value / 10_000 ** group) % 10_000;
    if (part === 0) {
      hasGap = text !== '';
      continue;
    }
    if (text !== '' && (hasGap || part < 1000)) text += zero;
    text += belowTenThousand(part, numerals, zero) + (group === 0 ? '' : numerals.groups[group - 1]!);
    hasGap = false;
  }
  return numerals.one === 'not-leading-ten' ? text.replace(/^一十/, '十') : text;
}

function belowTenThousand(value: number, { digits, units, one }: NumeralSet, zero: string): string {
  let text = '';
  let hasGap = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      hasGap = text !== '';
      continue;
    }
    if (hasGap) text += zero;
    hasGap = false;
    if (digit !== 1 || place === 0 || one !== 'never') text += digits[digit]!;
    if (place > 0) text += units[place - 1]!;
  }
  return text;
}
