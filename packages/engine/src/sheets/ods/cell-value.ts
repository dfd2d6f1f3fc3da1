import { general } from '../general-number.ts';

type Attributes = Readonly<Record<string, string>>;

const READERS: Readonly<Record<string, (attributes: Attributes) => string>> = {
  float: ({ 'office:value': value }) => numberOf(value),
  percentage: ({ 'office:value': value }) =>
    value === undefined ? '' : `${general(Number((Number(value) * 100).toPrecision(12)))}%`,
  currency: ({ 'office:value': value, 'office:currency': unit = '' }) => `${numberOf(value)} ${unit}`.trim(),
  date: ({ 'office:date-value': value = '' }) => value.replace('T', ' ').replace(/ 00:00(?::00(?:\.0+)?)?$/, ''),
  time: ({ 'office:time-value': value = '' }) => timeOf(value),
  boolean: ({ 'office:boolean-value': value }) => (value === 'true' ? 'TRUE' : 'FALSE'),
};

/** Some programs leave the text of formulas empty; a zero may have an empty text because its format hides it. */
export function isNeverShown(attributes: Attributes): boolean {
  return attributes['table:formula'] !== undefined && Number(attributes['office:value'] ?? 0) !== 0;
}

/** The text of a cell that has only a value (ODF 1.3 part 3, 19.385): dates as ISO 8601 has them. */
export function textOfValue(attributes: Attributes): string {
  const type = attributes['office:value-type'] ?? '';
  return READERS[type]?.(attributes) ?? attributes['office:string-value'] ?? '';
}

function numberOf(value: string | undefined): string {
  return value === undefined ? '' : general(Number(value));
}

/** `PT10H30M00S` is 10:30:00. */
function timeOf(duration: string): string {
  const [, minus = '', days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration) ?? [];
  if (!duration.startsWith('P') && !duration.startsWith('-P')) return duration;
  const total = Number(days) * 24 + Number(hours);
  return `${minus}${[total, Number(minutes), Number(seconds)].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
