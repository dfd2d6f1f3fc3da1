/** An entry of a table of contents: a title, leaders, a page number. */
export function isContentsLine(text: string): boolean {
  // leaders are looked for only where a page number ends the line
  if (!/[\divxlc]$/.test(text) || !/\.\s?\.|…|__|··/.test(text)) return false;
  return /\S.*(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3})$/.test(text) || /\S.*(?:…\s?){1,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/.test(text) || /\S.*[·_]{5,}\s*\d{1,4}$/.test(text);
}
