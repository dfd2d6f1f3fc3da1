import type { Random } from '../corpus/random.ts';

/** A number format of a column, with a maker of values and of what a program in English shows for them. */
export interface NumberFormat {
  readonly name: string;
  /** Without it, the general format. */
  readonly code?: string;
  readonly make: (random: Random) => readonly [value: number | string, shown: string];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 1 January 1970 as a day of a sheet. */
const EPOCH = 25_569;

const grouped = (value: number): string => value.toLocaleString('en');
const digits = (value: number, count = 2): string => String(value).padStart(count, '0');

const minutes = (count: number): readonly [number, string] => [
  count / 1440,
  `${digits(Math.floor(count / 60))}:${digits(count % 60)}`,
];

const numbered = (value: number): readonly [number, string] => [value, digits(value, 5)];

/** So many hundredths (or thousandths, …) as a percentage of so many decimal places. */
const hundredths = (count: number, places: number): readonly [number, string] => [
  Number(`${count}e-${2 + places}`),
  `${(count / 10 ** places).toFixed(places)}%`,
];

/** So many hundreds, shown as thousands. */
const thousands = (hundreds: number): readonly [number, string] => [
  hundreds * 100,
  `${grouped(Math.floor(hundreds / 10))}.${hundreds % 10}k`,
];

const scientific = (mantissa: number, exponent: number): readonly [number, string] => [
  Number(`${mantissa}e${exponent - 2}`),
  `${digits(mantissa, 3).replace(/^./u, '$&.')}E+${digits(exponent)}`,
];

const plain = (name: string, value: (random: Random) => number | string, code?: string): NumberFormat => ({
  name,
  ...(code ? { code } : {}),
  make: (random) => {
    const made = value(random);
    return [made, String(made)];
  },
});

const date = (name: string, code: string, show: (d: number, m: number, y: number) => string): NumberFormat => ({
  name,
  code,
  make: (random) => {
    const [y, m, d] = [random.int(2001, 2025), random.int(1, 12), random.int(1, 28)];
    return [EPOCH + Date.UTC(y, m - 1, d) / 86_400_000, show(d, m, y)];
  },
});

/** A number whose digits are made one by one, so that what is shown is never a matter of rounding. */
const number = (
  name: string,
  code: string,
  places: number,
  show: (whole: number, part: string) => string,
): NumberFormat => ({
  name,
  code,
  make: (random) => {
    const [whole, part] = [random.int(1, 98_000), digits(random.int(0, 10 ** places - 1), places)];
    return [Number(`${whole}.${part}`), show(whole, part)];
  },
});

const signed = (name: string, code: string, show: (value: number) => string): NumberFormat => ({
  name,
  code,
  make: (random) => {
    const value = random.pick([-1, 0, 1]) * random.int(1, 9999);
    return [value, show(value)];
  },
});

export const FORMATS: readonly NumberFormat[] = [
  plain('Count', (random) => random.int(2, 98_000)),
  plain('Rate', (random) => random.int(1, 999) / 8),
  plain('Status', (random) => random.pick(['open', 'closed', 'n/a', 'yes'])),
  plain('Code', (random) => `00${random.int(10, 99)}`, '@'),
  number('Visits', '#,##0', 0, grouped),
  number('Weight', '0.00', 2, (whole, part) => `${whole}.${part}`),
  number('Price', '"$"#,##0.00', 2, (whole, part) => `$${grouped(whole)}.${part}`),
  number('Cost', '#,##0.00\\ "EUR"', 2, (whole, part) => `${grouped(whole)}.${part} EUR`),
  number('Mass', '0.0 "kg"', 1, (whole, part) => `${whole}.${part} kg`),
  { name: 'Revenue', code: '#,##0.0,"k"', make: (random) => thousands(random.int(11, 9999)) },
  { name: 'Share', code: '0%', make: (random) => hundredths(random.int(0, 100), 0) },
  { name: 'Growth', code: '0.0%', make: (random) => hundredths(random.int(0, 999), 1) },
  { name: 'Post code', code: '00000', make: (random) => numbered(random.int(100, 99_999)) },
  date('Date', 'yyyy-mm-dd', (d, m, y) => `${y}-${digits(m)}-${digits(d)}`),
  date('Due', 'd mmm yyyy', (d, m, y) => `${d} ${MONTHS[m - 1]} ${y}`),
  date('Day', 'dd/mm/yyyy', (d, m, y) => `${digits(d)}/${digits(m)}/${y}`),
  date('Month', 'mmm yy', (_, m, y) => `${MONTHS[m - 1]} ${digits(y % 100)}`),
  { name: 'Start', code: 'hh:mm', make: (random) => minutes(random.int(0, 1439)) },
  { name: 'Hours', code: '[h]:mm', make: (random) => minutes(random.int(1440, 9999)) },
  signed('Change', '#,##0;(#,##0)', (value) => (value < 0 ? `(${grouped(-value)})` : grouped(value))),
  signed('Balance', '#,##0;-#,##0;"–"', (value) =>
    value === 0 ? '–' : `${value < 0 ? '-' : ''}${grouped(Math.abs(value))}`,
  ),
  { name: 'Dose', code: '0.00E+00', make: (random) => scientific(random.int(100, 999), random.int(1, 9)) },
];
