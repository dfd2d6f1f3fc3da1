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
