import { layoutPage } from '../../packages/engine/src/layout/page.ts';
import type { LayoutPage } from '../../packages/engine/src/layout/model/page-model.ts';
import type { RawPage } from '../../packages/engine/src/layout/model/raw-page.ts';
import { makeSummary } from '../../packages/engine/src/layout/summary.ts';
import type { PartReader } from '../../packages/engine/src/part.ts';
import { mergeParts } from './read.ts';

/** A part as a converter would leave it: through JSON, so that nothing but data is carried over. */
export function partOf(pages: readonly LayoutPage[], total: number): PartReader {
  const summary = makeSummary();
  for (const page of pages) summary.add(page);
  const range = { start: pages[0]!.page, end: pages.at(-1)!.page };
  return JSON.parse(
    JSON.stringify({
      summary: { format: 'pdf', range, pages: total, ocrPages: 0, warnings: [], layout: summary.finish() },
    }),
    (key, value: unknown) =>
      key === ''
        ? {
            ...(value as object),
            async *pages() {
              for (const page of pages) yield JSON.parse(JSON.stringify(page)) as LayoutPage;
            },
          }
        : value,
  ) as PartReader;
}

/** The Markdown of pages that are cut into parts of so many pages. */
export const mergePages = (pages: readonly LayoutPage[], size = pages.length): Promise<string> =>
  mergeParts(partsOf(pages, size));

export function partsOf(pages: readonly LayoutPage[], size = pages.length): PartReader[] {
  const parts: PartReader[] = [];
  for (let start = 0; start < pages.length; start += size)
    parts.push(partOf(pages.slice(start, start + size), pages.length));
  return parts;
}

export const markdownOf = async (...pages: readonly RawPage[]): Promise<string> => mergePages(pages.map(layoutPage));
