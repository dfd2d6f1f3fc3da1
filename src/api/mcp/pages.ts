/** A document as it is read page by page. */
export interface PagedText {
  /** Markdown of the pages that have content, in their order. */
  readonly pages: readonly Page[];
  readonly headings: readonly Heading[];
}

export interface Page {
  readonly number: number;
  readonly text: string;
}

export interface Heading {
  readonly page: number;
  /** 1 to 6 */
  readonly level: number;
  readonly text: string;
}

const MARKER = /^<!-- page (\d{1,7}) -->$/gm;

/** The pages of Markdown with page markers. Markdown without any is that of the first page. */
export function splitPages(markdown: string, firstPage: number): PagedText {
  const found = [...markdown.matchAll(MARKER)].map(({ 0: { length }, 1: number, index }) => ({
    number: Number(number),
    before: index,
    from: index + length,
  }));
  const start = { number: found[0]?.number ?? firstPage, before: 0, from: 0 };
  const pages = [start, ...found]
    .map(({ number, from }, i) => ({ number, text: markdown.slice(from, found[i]?.before).trim() }))
    .filter(({ text }) => text !== '');
  return { pages, headings: pages.flatMap(findHeadings) };
}

function findHeadings({ number: page, text }: Page): Heading[] {
  const headings: Heading[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const heading = fence === '' ? /^(#{1,6}) (.+)$/.exec(line) : null;
    if (heading) headings.push({ page, level: heading[1]!.length, text: heading[2]! });
  }
  return headings;
}

/** Some of a document, and where the rest begins. */
export interface Excerpt {
  readonly pages: readonly Page[];
  /** The next page to ask for; the offset is within the page's text. */
  readonly next?: { readonly page: number; readonly offset: number };
}

/**
 * As many of the pages from `first` to `last` as `characters` allow: at least one page, which is cut if it is longer.
 * `offset` is where to begin on the first page.
 */
export function excerpt(
  { pages }: PagedText,
  { first, last, offset = 0 }: { readonly first: number; readonly last: number; readonly offset?: number },
  characters: number,
): Excerpt {
  const chosen: Page[] = [];
  let left = characters;
  for (const { number, text } of pages) {
    if (number < first || number > last) continue;
    const from = number === first ? offset : 0;
    const rest = text.slice(from);
    if (rest.length <= left) {
      chosen.push({ number, text: rest });
      left -= rest.length;
      continue;
    }
    if (chosen.length > 0) return { pages: chosen, next: { page: number, offset: 0 } };
    const cut = cutAt(rest, left);
    return { pages: [{ number, text: rest.slice(0, cut) }], next: { page: number, offset: from + cut } };
  }
  return { pages: chosen };
}

/** After the last line that fits, or within a line that is longer than all. */
function cutAt(text: string, most: number): number {
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > 0) return line;
  // No pair of surrogates is cut.
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
}
