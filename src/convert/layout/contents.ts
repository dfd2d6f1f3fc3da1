/** An entry of a table of contents: a title, leaders, a page number. */
export function isContentsLine(text: string): boolean {
  // leaders are looked for only where a page number ends the line
  if (!/[\divxlc]$/.test(text) || !/\.\s?\.|…|__|··/.test(text)) return false;
  return /\S.*(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3})$/.test(text) || /\S.*(?:…\s?){1,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/.test(text) || /\S.*[·_]{5,}\s*\d{1,4}$/.test(text);
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
    const number = /\p{L}{2}.*[^\d.,:/–-]\s(\d{1,4})$/u.exec(text)?.[1];
    if (number === undefined || text.length > 110) return;
    if (Number(number) < page) flush();
    run.push(index);
    page = Number(number);
  });
  flush();
  return ends;
}
