import type { OoxmlPackage, Relationships } from '../../ooxml/package.ts';
import { childOf } from '../../xml/element.ts';
import type { Area } from '../source.ts';
import { columnOf } from './rows.ts';

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

function areaOf(reference = ''): Area | undefined {
  const [, left, top, right = left, bottom = top] =
    /^([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(reference) ?? [];
  if (left === undefined) return undefined;
  return { left: columnOf(left)!, top: Number(top) - 1, right: columnOf(right)!, bottom: Number(bottom) - 1 };
}
