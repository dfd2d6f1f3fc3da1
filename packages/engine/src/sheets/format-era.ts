import { dateFromSerial, tokenize } from 'numfmt';

/** The first year of the calendar of Taiwan. */
const MINGUO = 1911;

/**
 * A code with its years of eras (`ggge"年"`) as literals for a date. Without a locale, eras are Japanese; the Taiwanese
 * locale counts from the republic's first year. Years of other locales are those of the common era.
 */
export function eraOf(code: string, value: number): string {
  const [year, month, day] = dateFromSerial(value);
  const locale = /\[\$-([^\]]*)\]/.exec(code)?.[1] ?? '';
  const isTaiwan = /404$|^zh-TW/i.test(locale);
  const isOther =
    locale !== '' && !isTaiwan && !/411$|^ja/i.test(locale) && !/^[0-9a-f]{0,2}03[0-9a-f]{4}$/i.test(locale);
  if (isOther) return code;
  const hasEra = tokenize(code).some(({ type, raw }) => type === 'DATETIME' && /^g/i.test(raw));
  if (!hasEra && locale === '') return code;
  const { era, count } = isTaiwan
    ? { era: ['民國', '民國', '中華民國'], count: year - MINGUO }
    : japanese(year, month, day);
  const isFirst = /gannen/i.test(locale) && count === 1;
  return tokenize(code)
    .map(({ type, raw }) => {
      if (type !== 'DATETIME' || !/^[ge]/i.test(raw)) return raw;
      if (/^g/i.test(raw)) return `"${era[Math.min(raw.length, 3) - 1]}"`;
      return `"${isFirst ? '元' : String(count).padStart(raw.length, '0')}"`;
    })
    .join('');
}

function japanese(year: number, month: number, day: number): { era: readonly string[]; count: number } {
  const date = new Date(Date.UTC(year, month - 1, day));
  const part = (style: 'narrow' | 'long', type: string): string =>
    new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era: style, year: 'numeric', timeZone: 'UTC' })
      .formatToParts(date)
      .find((each) => each.type === type)?.value ?? '';
  const name = part('long', 'era');
  const count = Number(part('long', 'year').replace('元', '1'));
  return { era: [part('narrow', 'era'), name.slice(0, 1), name], count };
}
