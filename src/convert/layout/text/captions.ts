/** The words that captions begin with, in the languages of the corpus. */
const CAPITALS = 'FIG(?:URE|\\.)|TABLE|CHART|EXHIBIT|PLATE|MAP';
const ENGLISH =
  'Fig(?:ure|\\.|s\\.)?|Table|Tab\\.|Chart|Exhibit|Plate|Photo|Scheme|Box|Graph|Map|Diagram|Image|Listing|Algorithm';
const OTHERS = 'Abbildung|Abb\\.|Tabelle|Tableau|Figura|Tabla';

/** A word, a number (`2`, `A.2`, `3-1a`), and what sets it off from the text: a sign, a capital or the end. */
const NUMBER = '[A-Z]?[.-]?\\d+(?:[.\\-–]\\d+)*[a-z]?';
const CAPTION = new RegExp(
  `^(?:${CAPITALS}|${ENGLISH}|${OTHERS})\\s*${NUMBER}\\s*(?:[:.|)\\-–—]|$|(?=[\\p{Lu}(]))`,
  'u',
);

const TABLE_CAPTION =
  /^(?:Table|TABLE|Tab\.|Tabelle|Tableau|Tabla|Tabella|Exhibit|EXHIBIT)\s*(?:[A-Z]?[.-]?(?:\d|[IVX])|[:–—])/;

export const isCaption = (text: string): boolean => CAPTION.test(text);

export const isTableCaption = (text: string): boolean => TABLE_CAPTION.test(text);

export const isFigureCaption = (text: string): boolean => {
  const words = text.replace(/^[^\p{L}]+/u, '');
  return isCaption(words) && !isTableCaption(words) && !/^(?:listing|algorithm|box)/i.test(words);
};
