/** What browsers print at the edges of a page: when, and from where, with the number of the page. */
const PRINTED_WHEN = /(?:^|\s)\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d(?:\s?[AP]M)?(?:\s|$)/iu;
const PRINTED_FROM = /(?:^|\s)(?:https?|file):\/\/\S+(?:\s\d{1,4}\/\d{1,4})?$/u;

/** Those texts at the edges of a page that a browser printed there; either sign alone may be of the document. */
export function printedByBrowser(texts: readonly string[]): ReadonlySet<string> {
  const signs = [PRINTED_WHEN, PRINTED_FROM].map((sign) => texts.filter((text) => sign.test(text)));
  return new Set(signs.every((found) => found.length > 0) ? signs.flat() : []);
}
