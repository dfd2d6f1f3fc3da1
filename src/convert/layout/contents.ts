/** An entry of a table of contents: a title, leaders, a page number. */
export function isContentsLine(text: string): boolean {
  // leaders are looked for only where a page number ends the line
  if (!/[\divxlc]$/.test(text) || !/\.\s?\.|…|__|··/.test(text)) return false;
  return (
    /\S.*(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3})$/.test(text) ||
    /\S.*(?:…\s?){1,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/.test(text) ||
    /\S.*[·_]{5,}\s*\d{1,4}$/.test(text)
  );
}

/** Fewest entries by which a table of contents without leaders is known, and most lines between two of them. */
const ENTRIES = 4;
const BETWEEN = 2;

/** Which lines end an entry: those with leaders, and runs of titles whose page numbers rise. */
export function contentsLines(texts: readonly string[]): boolean[] {
  const ends = texts.map(isContentsLine);
  let run: number[] = [];
  let page = 0;
  const flush = (): void => {
    if (run.length >= ENTRIES) for (const index of run) ends[index] = true;
    run = [];
    page = 0;
  };
  texts.forEach((text, index) => {
    if (run.length > 0 && index - run.at(-1)! > BETWEEN) flush();
    // entries of chapters often have no leaders, those of sections between them have
    const number = ends[index] ? Number(/\d+$/.exec(text)?.[0] ?? page) : titleAndNumber(text);
    if (number === undefined) return;
    if (number < page) flush();
    run.push(index);
    page = number;
  });
  flush();
  return ends;
}

/** The page number that ends a short line after a title of letters. Looked at from its end: most lines of text have no number there. */
function titleAndNumber(text: string): number | undefined {
  if (text.length > 110 || !/\d$/.test(text)) return undefined;
  const end = /[^\d.,:/–-]\s(\d{1,4})$/u.exec(text);
  return end && /\p{L}{2}/u.test(text.slice(0, end.index)) ? Number(end[1]) : undefined;
}
