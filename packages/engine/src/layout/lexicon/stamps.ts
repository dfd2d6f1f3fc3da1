/** What the site that a file was downloaded from writes on its pages: where from, by whom and when. */
const DOWNLOADED =
  /^(?:(?:this \p{L}+ (?:was |is )?)?downloaded (?:from|by|on|via|at|free)\b|download date\b|authori[sz]ed licensed use limited to\b)/iu;
/** An archive as the publisher of a copy: `Published by ScholarsArchive, 1997`. */
const ARCHIVED = /^published by .{0,40}(?:scholar|commons|repository|archive).{0,40}, \d{4}$/iu;
/** The name of a host, or a year: without either, it may be a sentence about downloads. */
const HOST_OR_YEAR = /\p{L}\.\p{Ll}{2,}|\b(?:19|20)\d\d\b/u;
/** A stamp is a line or two. */
const MOST_LETTERS = 240;

/** Whether a text at the edge of a page is such a stamp, which is no part of the document. */
export const isStamp = (text: string): boolean =>
  text.length <= MOST_LETTERS && (ARCHIVED.test(text) || (DOWNLOADED.test(text) && HOST_OR_YEAR.test(text)));

/** What browsers print at the edges of a page: when, and from where, with the number of the page. */
const PRINTED_WHEN = /(?:^|\s)\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d(?:\s?[AP]M)?(?:\s|$)/iu;
const PRINTED_FROM = /(?:^|\s)(?:https?|file):\/\/\S+(?:\s\d{1,4}\/\d{1,4})?$/u;

/** Those texts at the edges of a page that a browser printed there; either sign alone may be of the document. */
export function printedByBrowser(texts: readonly string[]): ReadonlySet<string> {
  const signs = [PRINTED_WHEN, PRINTED_FROM].map((sign) => texts.filter((text) => sign.test(text)));
  return new Set(signs.every((found) => found.length > 0) ? signs.flat() : []);
}
