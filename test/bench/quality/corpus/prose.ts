import type { Language } from './model.ts';
import type { Random } from './random.ts';
import { MORE_LANGUAGES } from './vocabulary-more.ts';
import { FRENCH, GERMAN, VOCABULARIES } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Writes texts of one subject. */
export interface Prose {
  readonly words: Vocabulary;
  sentence(): string;
  paragraph(sentences?: number): string;
  phrase(): string;
  topic(): string;
  number(most?: number): string;
  date(): string;
  person(): string;
}

const FIRST = ['Anna', 'Jonas', 'Marta', 'Piotr', 'Ines', 'Caleb', 'Sofia', 'Henrik', 'Léa', 'Tomás', 'Ruth', 'Óscar'];
const LAST = [
  'Whitfield',
  'Moreau',
  'Lindqvist',
  'Okafor',
  'Brandt',
  'Fischer',
  'Ferreira',
  'Delacroix',
  'O’Hara',
  'Müller',
  'Castellano',
  'Griffith',
];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const LINKS = [
  'However',
  'In addition',
  'As a result',
  'By contrast',
  'For this reason',
  'In most cases',
  'Since then',
  'On average',
];
const CLAUSES = [
  'although the first figures differ',
  'which confirms earlier findings',
  'as described in the previous section',
  'while costs remained flat',
  'because the final survey was delayed',
  'so that no further action is needed',
  'even if the effect is small',
  'before the office closes for the year',
];
const GERMAN_CLAUSES = [
  'obwohl die Unterlagen noch fehlen',
  'sodass keine weiteren Schritte nötig sind',
  'weil die Prüfung länger dauerte',
  'wie im vorigen Abschnitt erläutert',
];
const FRENCH_CLAUSES = [
  'bien que les données soient partielles',
  'ce qui confirme les premières analyses',
  'afin de simplifier les démarches',
  'comme indiqué précédemment',
];

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/gu, ',');
}

export function proseOf(random: Random, language: Language): Prose {
  const further = language === 'en' || language === 'de' || language === 'fr' ? undefined : MORE_LANGUAGES[language];
  const words = further
    ? further.words
    : language === 'de'
      ? GERMAN
      : language === 'fr'
        ? FRENCH
        : (VOCABULARIES[random.pick(Object.keys(VOCABULARIES))] as Vocabulary);
  const clauses = language === 'de' ? GERMAN_CLAUSES : language === 'fr' ? FRENCH_CLAUSES : CLAUSES;
  const { pick, int, chance } = random;
  const number = (most = 9999): string => (chance(0.3) ? `${int(0, 99)}.${int(0, 9)}` : grouped(int(2, most)));
  const space = further?.space ?? ' ';
  const core = (): string => `${pick(words.subjects)}${space}${pick(words.verbs)}${space}${pick(words.objects)}`;
  const plain = (): string => `${core()}${further?.stop ?? '.'}`;
  const english = (): string =>
    pick([
      () => `${core()} at ${pick(words.places)}.`,
      () => `${core()}, ${pick(clauses)}.`,
      () => `${pick(LINKS)}, ${lower(core())} (see also ${pick(words.places)}).`,
      () => `In ${int(1998, 2025)}, ${lower(core())} by ${number(900)} ${pick(words.units)}.`,
      () => `${core()}; ${lower(core())}.`,
      () =>
        `Between ${int(2, 40)} and ${int(41, 99)} ${pick(words.units)} were recorded in ${pick(words.places)}, ${pick(clauses)}.`,
      () => `${core()} – and ${lower(core())}.`,
      () => `“${core()},” said ${pick(FIRST)} ${pick(LAST)}.`,
      () => `${core()} to about ${int(3, 97)}% of the level of ${int(1990, 2020)}.`,
    ])();
  const other = (): string =>
    pick([
      () => `${core()}, ${pick(clauses)}.`,
      () => `${core()} (${pick(words.places)}, ${int(1990, 2025)}).`,
      () => `${core()}: ${int(2, 90)} ${pick(words.units)}.`,
      () => `${core()}.`,
    ])();
  const sentence = (): string => (further ? plain() : language === 'en' ? english() : other());
  return {
    words,
    sentence,
    paragraph: (sentences = int(3, 7)) => Array.from({ length: sentences }, sentence).join(space),
    phrase: () => pick(words.objects),
    topic: () => pick(words.topics),
    number,
    date: () => `${int(1, 28)} ${pick(MONTHS)} ${int(2015, 2026)}`,
    person: () => `${pick(FIRST)} ${pick(LAST)}`,
  };
}
