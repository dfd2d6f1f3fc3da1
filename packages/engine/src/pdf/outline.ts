import type { RawOutlineEntry } from '../layout/model/raw-page.ts';
import { resolveDestination } from './annotations.ts';
import type { Core, CoreCatalog, CoreOutlineItem } from '../../../pdf-core/src/types.ts';

/** Entries beyond this are left out: no reader needs them, and a hostile outline has them. */
const MAX_ENTRIES = 10_000;

/**
 * `Slide 3: Results` is what PowerPoint calls the slide with the title `Results`, `Slide 4` or `Slide Number 4` one
 * without a title, in the language of the program.
 */
const SLIDE_NUMBER = new RegExp(
  `^(?:${[
    'slide(?: number)?|folie|foliennummer|diapositive(?: numéro)?|(?:número de )?diapositiva|slajd|слайд',
    'スライド(?: 番号)?|幻灯片(?:编号)?|投影片|슬라이드',
  ].join('|')})\\s*\\d+\\s*(?:[:：]|$)`,
  'iu',
);

const titleOf = (entry: string): string =>
  entry
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(SLIDE_NUMBER, '')
    .trim();

export type OutlineEntry = Omit<RawOutlineEntry, 'y'> & { readonly userY?: number };

export type OutlineByPage = ReadonlyMap<number, readonly OutlineEntry[]>;

/** The document's outline by the page that each entry leads to. `userY` is in that page's default user space. */
export async function readOutline(core: Core, catalog: CoreCatalog): Promise<OutlineByPage> {
  const byPage = new Map<number, (Omit<RawOutlineEntry, 'y'> & { userY?: number })[]>();
  let count = 0;
  const visit = async (items: readonly CoreOutlineItem[], level: number): Promise<void> => {
    for (const item of items) {
      if (++count > MAX_ENTRIES) return;
      const place = await resolveDestination(core, catalog, item.dest).catch(() => undefined);
      const title = titleOf(item.title);
      if (place !== undefined && title !== '') {
        const entries = byPage.get(place.page) ?? [];
        entries.push({ level, title, ...(place.y === undefined ? {} : { userY: place.y }) });
        byPage.set(place.page, entries);
      }
      if (level < 20) await visit(item.items, level + 1);
    }
  };
  await visit(catalog.documentOutline ?? [], 1);
  return byPage;
}
