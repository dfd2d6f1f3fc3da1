import { openArchive } from '../../archive/open-archive.ts';
import type { Flow } from '../../flow/flow.ts';
import { openPackage } from '../../ooxml/package.ts';
import type { SourceFile } from '../../source.ts';
import { childOf, childrenOf, textOf } from '../../xml/element.ts';
import type { Sheet, SheetTable, Workbook } from '../source.ts';
import { readDrawings } from './drawings.ts';
import { readCellFormats } from './format.ts';
import { readFrame } from './frame.ts';
import { readPivotAreas } from './pivot-tables.ts';
import { readRows } from './rows.ts';
import { readStrings } from './strings.ts';
import { readTables } from './tables.ts';

/**
 * Opens an XLSX workbook (ECMA-376 part 1, 18.2.27). Rows are streamed when they are asked for; shared strings are
 * held.
 */
export async function openXlsx(
  file: SourceFile,
  { limits, includeImages, warn }: Pick<Flow, 'limits' | 'includeImages' | 'warn'>,
): Promise<Workbook & { close(): Promise<void> }> {
  const archive = await openArchive(file, limits);
  try {
    const book = openPackage(archive, { limits, warn });
    const main = await book.mainPart();
    const root = await book.readXml(main);
    const relationships = await book.relationships(main);
    const partOf = (type: string): string | undefined =>
      [...relationships.values()].find((entry) => entry.type === type)?.target;
    const styles = partOf('styles');
    const date1904 = /^(?:1|true|on)$/.test(childOf(root, 'x:workbookPr')?.attributes['date1904'] ?? '');
    const formats = await readCellFormats(
      styles === undefined ? undefined : await book.readSidePart(styles),
      date1904,
      warn,
    );
    const isStale = /^(?:1|true|on)$/.test(childOf(root, 'x:calcPr')?.attributes['fullCalcOnLoad'] ?? '');
    const strings = await readStrings(archive, partOf('sharedStrings'), limits.depth);
    const sheets = childrenOf(childOf(root, 'x:sheets'), 'x:sheet').flatMap(({ attributes }): Sheet[] => {
      const part = relationships.get(attributes['r:id'] ?? '');
      if (!part || part.external || !archive.has(part.target)) return [];
      const cells = part.type === 'worksheet';
      return [
        {
          name: attributes['name'] ?? '',
          hidden: /hidden/i.test(attributes['state'] ?? ''),
          frame: async () => {
            if (!cells) return { merges: [], links: new Map(), comments: false };
            const inSheet = await book.relationships(part.target);
            const frame = await readFrame(archive, part.target, inSheet);
            return { ...frame, pivotTables: await readPivotAreas(book, inSheet) };
          },
          rows: () =>
            cells ? readRows({ archive, part: part.target, strings, formats, isStale, depth: limits.depth }) : noRows(),
          floating: () => readDrawings(book, part.target, includeImages),
        },
      ];
    });
    const names = new Map(
      childrenOf(childOf(root, 'x:definedNames'), 'x:definedName').map((name) => [
        (name.attributes['name'] ?? '').toLowerCase(),
        textOf(name),
      ]),
    );
    const tables = (): Promise<SheetTable[]> => readTables(book, root, relationships);
    return { sheets, names, tables, close: () => archive.close() };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

async function* noRows(): AsyncGenerator<never> {
  // A chart sheet has no cells.
}
