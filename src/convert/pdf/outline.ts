import type { RawOutlineEntry } from '../layout/model/raw-page.ts';
import { resolveDestination } from './annotations.ts';
import type { Core, CoreCatalog, CoreOutlineItem } from './core/types.ts';

/** Entries beyond this are left out: no reader needs them, and a hostile outline has them. */
const MAX_ENTRIES = 10_000;

export type OutlineByPage = ReadonlyMap<number, readonly (Omit<RawOutlineEntry, 'y'> & { readonly userY?: number })[]>;

/** The document's outline by the page that each entry leads to. `userY` is in that page's default user space. */
export async function readOutline(core: Core, catalog: CoreCatalog): Promise<OutlineByPage> {
  const byPage = new Map<number, (Omit<RawOutlineEntry, 'y'> & { userY?: number })[]>();
  let count = 0;
  const visit = async (items: readonly CoreOutlineItem[], level: number): Promise<void> => {
    for (const item of items) {
      if (++count > MAX_ENTRIES) return;
      const place = await resolveDestination(core, catalog, item.dest).catch(() => undefined);
      const title = item.title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
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
