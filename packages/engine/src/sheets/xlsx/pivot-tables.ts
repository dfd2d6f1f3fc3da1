import type { OoxmlPackage, Relationships } from '../../ooxml/package.ts';
import { childOf } from '../../xml/element.ts';
import type { Area } from '../source.ts';
import { areaOf } from './rows.ts';

/** Where the pivot tables of a sheet are shown (ECMA-376 part 1, 18.10.1.49). */
export async function readPivotAreas(book: OoxmlPackage, relationships: Relationships): Promise<Area[]> {
  const areas: Area[] = [];
  for (const { type, target } of relationships.values()) {
    const root = type === 'pivotTable' ? await book.readSidePart(target) : undefined;
    const area = areaOf(childOf(root, 'x:location')?.attributes['ref']);
    if (area) areas.push(area);
  }
  return areas;
}
