/**
 * Words that say what a text is, by language. Each is the source of a pattern without groups that capture, in lower
 * case, which `anyOf` joins. A language lacks what nobody has entered yet.
 */
export interface Words {
  /** `Page` before a number, and `of` before the number of all pages. */
  readonly page?: readonly string[];
  readonly pageOf?: readonly string[];
  /** What captions begin with, before their number: those of tables, of figures, and of other things. */
  readonly tables?: readonly string[];
  readonly figures?: readonly string[];
  readonly listings?: readonly string[];
  /** Names of parts that documents of all kinds have. The trees for headings were fitted to these. */
  readonly chapters?: readonly string[];
  /** What names a part of a legal text by its number. */
  readonly parts?: readonly string[];
  /** How the salutation of a letter begins. */
  readonly salutations?: readonly string[];
  /** What notes below a table begin with. */
  readonly notes?: readonly string[];
  /** Words that no line of a title or of a list ends with: another word follows. */
  readonly needsAnother?: readonly string[];
  readonly and?: readonly string[];
  /** First parts of compounds that keep their hyphen when the line breaks after it, and such compounds. */
  readonly keepsHyphen?: readonly string[];
  readonly compounds?: readonly string[];
}

const ENGLISH: Words = {
  page: ['p\\s?a\\s?g\\s?e', 'pp?\\.', 'pg\\.?'],
  pageOf: ['of'],
  tables: ['table', 'tab\\.', 'exhibit'],
  figures: ['fig(?:ure|\\.|s\\.)?', 'chart', 'plate', 'photo', 'scheme', 'graph', 'map', 'diagram', 'image'],
  listings: ['listing', 'algorithm', 'box'],
  chapters: [
    '(?:table of )?contents|abstract|(?:executive )?summary|introduction|background',
    '(?:materials and )?methods?|results|discussion|conclusions?|references|bibliography|works cited',
    'acknowledge?ments?|appendix|appendices|annex|glossary|index|preface|foreword|overview',
  ],
  parts: ['article|by-?law|chapter|part|title|section|annex|appendix'],
  salutations: ['dear', 'hello', 'hi'],
  notes: ['sources?', 'notes?', 'n\\.? ?b\\.?'],
  needsAnother: [
    'the|an|of|to|and|or|for|with|from|that|which|than|as|is|are|was|were|be|been|must|shall|will|should|would|may',
    'this|these|those|its|their|his|her|our|your|not|such|any|each|both|between|into|per|via|see|has|have|had|can',
  ],
  and: ['and'],
  keepsHyphen: [
    'self|non|well|high|low|long|half|state-of-the|end-to|two|three|four|first|second|third',
    '(?:twen|thir|for|fif|six|seven|eigh|nine)ty',
  ],
  compounds: ['(?:north|south)-(?:east|west)'],
};

const GERMAN: Words = {
  page: ['seite'],
  pageOf: ['von'],
  tables: ['tabelle'],
  figures: ['abbildung', 'abb\\.'],
  chapters: ['inhalt(?:sverzeichnis)?|zusammenfassung|einleitung|fazit|literatur(?:verzeichnis)?|anhang|vorwort'],
  parts: ['artikel|kapitel|teil|abschnitt|anhang'],
  salutations: ['sehr geehrte[rs]?', 'liebe[rs]?', 'guten tag'],
  notes: ['quellen?', 'anmerkung(?:en)?'],
  needsAnother: [
    'der|die|das|den|dem|des|eine?[nmrs]?|und|oder|von|vom|zur?|zum|mit|für|auf|bei|durch|nach|über|sowie|wird|sind|ist',
  ],
  and: ['und'],
};

const FRENCH: Words = {
  pageOf: ['sur'],
  tables: ['tableau'],
  chapters: ['table des matières|sommaire|résumé|conclusion|références|bibliographie|remerciements|annexes?'],
  parts: ['chapitre|titre|partie|annexe'],
  salutations: ['madame', 'monsieur', 'ch(?:er|ère)s?', 'bonjour'],
  needsAnother: ['les?|la|aux?|du|et|ou|une?|dans|pour|par|sur|avec|sont|est|que|qui'],
  and: ['et'],
};

const SPANISH: Words = {
  page: ['página', 'pág\\.'],
  pageOf: ['de'],
  tables: ['tabla'],
  figures: ['figura'],
  chapters: ['índice|resumen|introducción|conclusiones|referencias|bibliografía'],
  parts: ['artículo|capítulo|título|sección|anexo'],
  salutations: ['estimad[oa]s?'],
  notes: ['fuentes?', 'notas?'],
  needsAnother: ['los|las|del|el|y|con|para|una?'],
  and: ['y'],
};

const ITALIAN: Words = {
  page: ['pagina', 'pag\\.'],
  pageOf: ['di'],
  tables: ['tabella'],
  chapters: ['indice|riassunto|introduzione|conclusioni|bibliografia'],
  parts: ['articolo|capitolo|titolo|sezione'],
  salutations: ['gentil[ei]', 'egregi[oa]?', 'caro', 'cara'],
  notes: ['fontes?'],
  needsAnother: ['gli|della?|di|che'],
};

const DUTCH: Words = { salutations: ['geachte', 'beste'], needsAnother: ['per|het|een|van|voor|met'] };
const PORTUGUESE: Words = { salutations: ['prezad[oa]s?'], needsAnother: ['em|dos|das|com|uma?'] };
const DANISH: Words = { page: ['side'], salutations: ['kære', 'hej'] };
const NORWEGIAN: Words = { salutations: ['hei'] };
const SWEDISH: Words = { page: ['sida'] };
const POLISH: Words = { page: ['strona', 'str\\.'], salutations: ['szanown[aiy]'] };
const RUSSIAN: Words = {
  page: ['стр\\.', 'страница'],
  pageOf: ['из'],
  parts: ['статья|глава|раздел|часть|приложение'],
};
const CHINESE_AND_JAPANESE: Words = { page: ['第'], pageOf: ['共'] };

/** Where one word begins another, either order reads the same, since each pattern goes on behind them. */
const LANGUAGES: readonly Words[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  DUTCH,
  PORTUGUESE,
  DANISH,
  NORWEGIAN,
  SWEDISH,
  POLISH,
  RUSSIAN,
  CHINESE_AND_JAPANESE,
];

/** Words of a kind in all languages, as the source of a pattern: alternatives without a group around them. */
export const anyOf = (kind: keyof Words): string => LANGUAGES.flatMap((words) => words[kind] ?? []).join('|');

/** Words of a kind, one in each source, as they stand at the start of a line: with a capital, or in capitals. */
export const anyAtStart = (kind: keyof Words): string =>
  LANGUAGES.flatMap((words) => words[kind] ?? [])
    .flatMap((word) => [word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()), word.toUpperCase()])
    .join('|');

/** `Page`, and `of` in `12 of 97`. */
export const PAGE_WORDS = anyOf('page');
export const OF_WORDS = anyOf('pageOf');
