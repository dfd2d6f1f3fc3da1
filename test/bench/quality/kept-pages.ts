import type { OcrMode } from '../../../packages/engine/src/options.ts';
import { layoutPage } from '../../../packages/engine/src/layout/page.ts';
import type { RawPage } from '../../../packages/engine/src/layout/model/raw-page.ts';
import { makeSummary } from '../../../packages/engine/src/layout/summary.ts';
import { convertPages, mergePages } from './convert-pages.ts';
import { takeRawPages } from './switches.ts';

/** Takes the pages out of a document once, and gives what lays them out and writes them as Markdown. */
export async function readPages(path: string, ocr: OcrMode): Promise<() => Promise<string>> {
  const stop = takeRawPages();
  const summary = await convertPages(path, ocr, () => {});
  const raws = stop() as RawPage[];
  return async () => {
    const laid = makeSummary();
    const pages = raws.map((raw) => {
      const page = layoutPage(raw);
      laid.add(page);
      return page;
    });
    const { markdown } = await mergePages(pages, { ...summary, layout: laid.finish() });
    return markdown;
  };
}
