import { inDigits, inWords, NUMERALS } from '../text/east-asian-numerals.ts';
import { numberInEnglish, ordinalInEnglish } from '../text/english-numbers.ts';
import { romanOf } from '../text/roman.ts';

/** The name of a format of at least so many digits, which follow it. */
export const ZEROS = 'decimalZeros';

/** A number as a list prints it; formats as in ECMA-376 part 1, 17.18.59. */
export function formatNumber(value: number, format: string): string {
  if (format.startsWith(ZEROS)) return String(value).padStart(Number(format.slice(ZEROS.length)), '0');
  return (WRITERS[format] ?? String)(value);
}

type Writer = (value: number) => string;

/** The characters of an alphabet one after the other; beyond its end the number itself. */
const from =
  (characters: string): Writer =>
  (value) =>
    Array.from(characters)[value - 1] ?? String(value);

/** Characters that follow each other in Unicode, as far as they go. */
const sequence =
  (first: number, count: number): Writer =>
  (value) =>
    value >= 1 && value <= count ? String.fromCodePoint(first + value - 1) : String(value);

/** a … z, aa … zz, aaa …: Word repeats the letter. */
const repeated =
  (characters: string): Writer =>
  (value) => {
    const letters = Array.from(characters);
    if (value < 1) return String(value);
    return letters[(value - 1) % letters.length]!.repeat(Math.min(20, Math.ceil(value / letters.length)));
  };

/** Each digit in those of another script, from its zero. */
const digitsFrom =
  (zero: number): Writer =>
  (value) =>
    String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const upper =
  (writer: Writer): Writer =>
  (value) =>
    writer(value).toUpperCase();

const LATIN = repeated('abcdefghijklmnopqrstuvwxyz');
const RUSSIAN = repeated('абвгдежзиклмнопрстуфхцчшщыэюя');
const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשת';
const ABJAD = 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغ';
const AIUEO = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const IROHA = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
const STEMS = '甲乙丙丁戊己庚辛壬癸';
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥';

const WRITERS: Readonly<Record<string, Writer>> = {
  lowerLetter: LATIN,
  upperLetter: upper(LATIN),
  lowerRoman: roman,
  upperRoman: upper(roman),
  decimalZero: (value) => String(value).padStart(2, '0'),
  none: () => '',
  bullet: () => '',
  ordinal: ordinalSuffix,
  cardinalText: numberInEnglish,
  ordinalText: ordinalInEnglish,
  hex: (value) => value.toString(16).toUpperCase(),
  chicago: repeated('*†‡§'),
  numberInDash: (value) => `- ${value} -`,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalEnclosedFullstop: sequence(0x24_88, 20),
  decimalEnclosedParen: sequence(0x24_74, 20),
  decimalFullWidth: digitsFrom(0xff_10),
  decimalFullWidth2: digitsFrom(0xff_10),
  ideographEnclosedCircle: sequence(0x32_80, 10),
  ideographTraditional: from(STEMS),
  ideographZodiac: from(BRANCHES),
  ideographZodiacTraditional: (value) => from(STEMS)(((value - 1) % 10) + 1) + from(BRANCHES)(((value - 1) % 12) + 1),
  ideographDigital: (value) => inDigits(String(value), NUMERALS.chinese),
  taiwaneseDigital: (value) => inDigits(String(value), NUMERALS.chinese).replaceAll('〇', '○'),
  japaneseDigitalTenThousand: (value) => inDigits(String(value), NUMERALS.japanese),
  chineseCounting: (value) => inWords(value, NUMERALS.chinese),
  chineseCountingThousand: (value) => inWords(value, NUMERALS.chinese),
  taiwaneseCounting: (value) => inWords(value, NUMERALS.chineseTraditional),
  taiwaneseCountingThousand: (value) => inWords(value, NUMERALS.chineseTraditional),
  chineseLegalSimplified: (value) => inWords(value, NUMERALS.chineseLegal),
  ideographLegalTraditional: (value) => inWords(value, NUMERALS.chineseTraditionalLegal),
  japaneseCounting: (value) => inWords(value, NUMERALS.japanese),
  japaneseLegal: (value) => inWords(value, NUMERALS.japaneseLegal),
  koreanDigital: (value) => inDigits(String(value), NUMERALS.korean),
  koreanDigital2: (value) => inDigits(String(value), NUMERALS.chinese),
  koreanCounting: (value) => inWords(value, NUMERALS.korean),
  koreanLegal: koreanNative,
  aiueo: from(AIUEO),
  aiueoFullWidth: from(AIUEO),
  iroha: from(IROHA),
  irohaFullWidth: from(IROHA),
  ganada: from('가나다라마바사아자차카타파하'),
  chosung: from('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
  russianLower: RUSSIAN,
  russianUpper: upper(RUSSIAN),
  hebrew1: hebrewNumber,
  hebrew2: repeated(HEBREW),
  arabicAlpha: from('أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
  arabicAbjad: from(ABJAD),
  hindiVowels: from('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह'),
  hindiConsonants: from('अआइईउऊऋएऐओऔअंअः'),
  hindiNumbers: digitsFrom(0x09_66),
  thaiLetters: from('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
  thaiNumbers: digitsFrom(0x0e_50),
};

function roman(value: number): string {
  return value < 1 || value > 4999 ? String(value) : romanOf(value);
}

function ordinalSuffix(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
}

/** ① to ㊿. */
function circled(value: number): string {
  if (value >= 1 && value <= 20) return String.fromCodePoint(0x24_60 + value - 1);
  if (value >= 21 && value <= 35) return String.fromCodePoint(0x32_51 + value - 21);
  return value >= 36 && value <= 50 ? String.fromCodePoint(0x32_b1 + value - 36) : String(value);
}

/** Hebrew letters as numbers: 15 and 16 are written as 9 + 6 and 9 + 7. */
function hebrewNumber(value: number): string {
  if (value < 1 || value > 999) return String(value);
  const hundreds = 'ת'.repeat(Math.floor(value / 400)) + ['', 'ק', 'ר', 'ש'][Math.floor((value % 400) / 100)]!;
  const rest = value % 100;
  if (rest === 15 || rest === 16) return `${hundreds}ט${rest === 15 ? 'ו' : 'ז'}`;
  return hundreds + ' יכלמנסעפצ'.charAt(Math.floor(rest / 10)).trim() + ' אבגדהוזחט'.charAt(rest % 10).trim();
}

const KOREAN_ONES = ['', '하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉'];
const KOREAN_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** Native Korean numbers, which end at 99. */
function koreanNative(value: number): string {
  if (value < 1 || value > 99) return inWords(value, NUMERALS.korean);
  return KOREAN_TENS[Math.floor(value / 10)]! + KOREAN_ONES[value % 10]!;
}
