/** Words that formulas hold. */
export const FORMULA_WORDS: ReadonlySet<string> = new Set(
  'if otherwise else for all and or with where when in is as such that subject to even odd on falls sonst mod'.split(
    ' ',
  ),
);

/** Short words that are no names of functions, though a formula may stand right behind them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'an any are at be by can each every from has have is it its let no not of one only since so some than the then ' +
    'there these this thus two under via we which while let set map sets maps case cases see eq eqs ref fig thm ' +
    'au aux ce ces dans de des du en est et la le les ou par pour que qui si sur un une der die das den dem ein eine ' +
    'ist mit und von zu'
  ).split(' '),
);

/** Names of functions are no longer. */
const LONGEST_NAME = 12;

/** Whether a word may be the name of a function, as `Aut`. */
export const mayBeName = (word: string): boolean =>
  /^[a-zA-Z]{2,}$/.test(word) &&
  word.length <= LONGEST_NAME &&
  !FORMULA_WORDS.has(word.toLowerCase()) &&
  !COMMON_WORDS.has(word.toLowerCase());
