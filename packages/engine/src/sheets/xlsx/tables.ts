import type { OoxmlPackage, Relationships } from '../../ooxml/package.ts';
import { childOf, childrenOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { SheetTable } from '../source.ts';
import { areaOf } from './rows.ts';
import { unescapeString } from './strings.ts';

/** The tables of all sheets of a workbook (ECMA-376 part 1, 18.5.1.2). */
export async function readTables(
  book: OoxmlPackage,
  workbook: XmlElement | undefined,
  relationships: Relationships,
): Promise<SheetTable[]> {
  const tables: SheetTable[] = [];
  for (const { attributes } of childrenOf(childOf(workbook, 'x:sheets'), 'x:sheet')) {
    const sheet = relationships.get(attributes['r:id'] ?? '');
    if (sheet?.type !== 'worksheet' || sheet.external) continue;
    for (const { type, target } of (await book.relationships(sheet.target)).values()) {
      const root = type === 'table' ? await book.readSidePart(target) : undefined;
      if (root) tables.push(...readTable(root, attributes['name'] ?? ''));
    }
  }
  return tables;
}

function readTable(root: XmlElement, sheet: string): SheetTable[] {
  const { ref, displayName = '', headerRowCount = '1', totalsRowCount = '0' } = root.attributes;
  const area = areaOf(ref);
  const columns = childrenOf(childOf(root, 'x:tableColumns'), 'x:tableColumn').map(({ attributes }) =>
    unescapeString(attributes['name'] ?? ''),
  );
  const [headerRows, totalsRows] = [Number(headerRowCount), Number(totalsRowCount)];
  return area ? [{ name: displayName, sheet, area, headerRows, totalsRows, columns }] : [];
}
