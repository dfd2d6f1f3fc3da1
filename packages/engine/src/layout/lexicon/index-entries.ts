const PAGES = String.raw`\d{1,4}(?:[–-]\d{1,4})?n?`;

/** The numbers of pages at the end of an entry of an index, or of its second line: `butter, price of, 93, 95–98`. */
const ENDS_WITH_PAGES = new RegExp(String.raw`(?:^|[^.;:], )${PAGES}(?:, ${PAGES})*,?$`);

/** Whether a line ends as the entries of an index do, and is no sentence. */
export const isIndexEntry = (text: string): boolean =>
  ENDS_WITH_PAGES.test(text) && !/[;:!?] |\p{Ll}{3}\. /u.test(text);
