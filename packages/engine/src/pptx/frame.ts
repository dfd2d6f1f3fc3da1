import { posix } from 'node:path';
import type { Block, Cell } from '../document.ts';
import { imagesAmong } from '../flow/add-blocks.ts';
import { filledRows } from '../flow/filled-rows.ts';
import { inlinesOf } from '../flow/inlines.ts';
import { readChart } from '../ooxml/chart.ts';
import { readChartEx } from '../ooxml/chart-ex.ts';
import { readDiagram } from '../ooxml/diagram.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import type { Relationships } from '../ooxml/package.ts';
import { childOf, childrenOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Placed, SlideReading } from './reading.ts';
import { readParagraph, readTextBody } from './text.ts';

/**
 * The content of a graphic frame (19.3.1.21): a table, a chart, a diagram or an embedded document. Undefined for any
 * other.
 */
export async function readGraphic(element: XmlElement, reading: SlideReading): Promise<Placed[] | undefined> {
  const { relationships } = reading;
  const table = findFirst(element, 'a:tbl');
  if (table) return placed(readTable(table, relationships));
  for (const [name, id, read] of PARTS) {
    const part = partIn(element, name, id, relationships);
    if (part === undefined) continue;
    const root = await reading.show.readSidePart(part);
    return placed(root ? read(root, relationships) : []);
  }
  const object = partIn(element, 'p:oleObj', 'r:id', relationships);
  const embedded = object === undefined ? [] : await readObject(object, reading);
  return embedded.length > 0 ? embedded : undefined;
}

/** The part of the package that a descendant refers to by an attribute. */
function partIn(element: XmlElement, name: string, id: string, relationships: Relationships): string | undefined {
  const found = relationships.get(findFirst(element, name)?.attributes[id] ?? '');
  return found && !found.external ? found.target : undefined;
}

const placed = (blocks: readonly Block[]): Placed[] => blocks.map((block) => ({ block, images: [] }));

/** Graphics that are parts of their own: by element, and the attribute with their relationship. */
const PARTS: readonly (readonly [
  name: string,
  id: string,
  read: (root: XmlElement, relationships: Relationships) => Block[],
])[] = [
  ['c:chart', 'r:id', readChart],
  ['cx:chart', 'r:id', readChartEx],
  [
    'dgm:relIds',
    'r:dm',
    (root, relationships) => readDiagram(root, (paragraph) => readParagraph(paragraph, relationships)),
  ],
];

/** An embedded document, which stands in place of the picture of it. */
async function readObject(part: string, { show, file, flow }: SlideReading): Promise<Placed[]> {
  const bytes = await show.archive.read(part);
  if (!bytes) return [];
  const { blocks, images } = await readEmbedded({ name: posix.basename(part), bytes }, file, flow);
  return blocks.map((block) => ({
    block,
    images: imagesAmong([...inlinesOf(block)], { image: (name) => images.find((image) => image.name === name) }),
  }));
}

/** A table; cells that a merge covers are there and marked (21.1.3.16). */
function readTable(table: XmlElement, relationships: Relationships): Block[] {
  const span = (text: string | undefined): number => Math.min(1000, Math.max(1, Number(text ?? 1) || 1));
  const covered = (attributes: Readonly<Record<string, string>>): boolean =>
    /^(?:1|true)$/.test(attributes['hMerge'] ?? '') || /^(?:1|true)$/.test(attributes['vMerge'] ?? '');
  const all = childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc')
      .filter(({ attributes }) => !covered(attributes))
      .map((cell): Cell => {
        const [rowSpan, colSpan] = [span(cell.attributes['rowSpan']), span(cell.attributes['gridSpan'])];
        return {
          blocks: readTextBody(childOf(cell, 'a:txBody'), relationships, () => undefined),
          ...(rowSpan > 1 ? { rowSpan } : {}),
          ...(colSpan > 1 ? { colSpan } : {}),
        };
      }),
  );
  const firstRow = /^(?:1|true)$/.test(childOf(table, 'a:tblPr')?.attributes['firstRow'] ?? '');
  const rows = filledRows(all);
  return rows.length === 0 ? [] : [{ kind: 'table', rows, headerRows: firstRow ? 1 : 0 }];
}
