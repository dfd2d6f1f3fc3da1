import type { Layout } from './blocks.ts';

export interface Heading {
  readonly text: string;
  /** From 0, relative to the highest one. */
  readonly depth: number;
  /** Where its block begins in the Markdown. */
  readonly from: number;
  readonly page?: number | undefined;
}

/** The headings of a rendered document. */
export function collectHeadings(rendered: HTMLElement, layout: Layout | undefined): Heading[] {
  const found = [...rendered.children].filter((element) => /^H[1-6]$/.test(element.tagName)) as HTMLElement[];
  const highest = Math.min(...found.map(({ tagName }) => Number(tagName[1])));
  return found.map((element) => {
    const from = Number(element.dataset['from']);
    const block = layout?.blocks.find(({ end }) => end > from);
    return {
      text: element.textContent.trim(),
      depth: Number(element.tagName[1]) - highest,
      from,
      page: block?.boxes?.[0]?.page,
    };
  });
}
