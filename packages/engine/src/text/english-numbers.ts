const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** A number up to 999,999 in words, as a list begins its items with: `Twenty-one`. */
export function numberInEnglish(value: number): string {
  return capitalized(inWords(value));
}

/** `Twenty-first`. */
export function ordinalInEnglish(value: number): string {
  return capitalized(inWords(value).replace(/[a-z]+$/, (last) => ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`));
}

function inWords(value: number): string {
  if (value < 0 || value >= 1_000_000) return String(value);
  if (value < 20) return ONES[value]!;
  if (value < 100) return TENS[Math.floor(value / 10)]! + (value % 10 === 0 ? '' : `-${ONES[value % 10]!}`);
  const unit = value < 1000 ? 100 : 1000;
  const rest = value % unit;
  const front = `${inWords(Math.floor(value / unit))} ${unit === 100 ? 'hundred' : 'thousand'}`;
  return rest === 0 ? front : `${front} ${inWords(rest)}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
