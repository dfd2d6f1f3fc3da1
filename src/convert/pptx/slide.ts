import { posix } from 'node:path';
import type { Block, Cell, Inline } from '../document.ts';
import { imagesAmong } from '../flow/add-blocks.ts';
import { filledRows } from '../flow/filled-rows.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { slideTitle } from '../flow/heading.ts';
import { inlinesOf } from '../flow/inlines.ts';
import { inReadingOrder } from '../flow/slide-order.ts';
import { readChart } from '../ooxml/chart.ts';
import { readChartEx } from '../ooxml/chart-ex.ts';
import { readDiagram } from '../ooxml/diagram.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import { altText, partImage } from '../ooxml/package.ts';
import type { OoxmlPackage, Relationships } from '../ooxml/package.ts';
import type { SourceFile } from '../source.ts';
import { childOf, childrenOf, descend, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Inheritance } from './layouts.ts';
import { collectShapes } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { textBoxTitle } from './text-box-title.ts';
import { readParagraph, readTextBody } from './text.ts';

export interface SlideReading {
  readonly show: OoxmlPackage;
  readonly file: SourceFile;
  readonly flow: Flow;
  readonly relationships: Relationships;
  readonly inheritance: Inheritance;
  /** In EMU, as the places of shapes. */
  readonly slideHeight: number;
}

export interface Placed {
  readonly block: Block;
  readonly images: readonly FlowImage[];
}

/** Placeholders whose text every slide repeats. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr']);
const TITLES = new Set(['title', 'ctrTitle']);

/** The blocks of a slide (ECMA-376 part 1, 19.3.1.38): its title first, then its shapes in reading order. */
export async function readSlide(slide: XmlElement, reading: SlideReading): Promise<Placed[]> {
  const { inheritance } = reading;
  const shapes = collectShapes(descend(slide, 'p:cSld', 'p:spTree'), (placeholder) =>
    inheritance.chain(placeholder).find((shape) => descend(shape, 'p:spPr', 'a:xfrm')),
  ).filter(({ placeholder }) => !placeholder || !REPEATED.has(placeholder.type));
  const isTitle = ({ placeholder }: Shape): boolean => placeholder !== undefined && TITLES.has(placeholder.type);
  const titles = shapes.filter(isTitle).flatMap((shape) => readTitle(shape, reading));
  const rest = shapes.filter((shape) => !isTitle(shape));
  const boxed = titles.length === 0 ? textBoxTitle(rest, reading.slideHeight, inheritance) : undefined;
  const placed = boxed ? readTitle(boxed, reading) : titles;
  for (const shape of inReadingOrder(rest.filter((each) => each !== boxed && hasContent(each))))
    placed.push(...(await readShape(shape, reading)));
  return placed;
}

/** Lines and empty boxes are read as nothing, and stand in no row. */
function hasContent({ element }: Shape): boolean {
  if (element.name === 'p:pic' || element.name === 'p:graphicFrame') return true;
  return (
    findFirst(childOf(element, 'p:txBody'), 'a:t', 'a:fld', 'm:oMath') !== undefined ||
    descend(element, 'p:spPr', 'a:blipFill') !== undefined
  );
}

function readTitle({ element }: Shape, { relationships }: SlideReading): Placed[] {
  const content = childrenOf(childOf(element, 'p:txBody'), 'a:p').flatMap((paragraph): Inline[] => [
    ...readParagraph(paragraph, relationships),
    { kind: 'text', text: ' ' },
  ]);
  return slideTitle(content).map((block) => ({ block, images: [] }));
}

async function readShape(shape: Shape, reading: SlideReading): Promise<Placed[]> {
  const { element } = shape;
  if (element.name === 'p:pic') return readPicture(element, reading);
  if (element.name === 'p:graphicFrame') return await readFrame(element, reading);
  const fill = descend(element, 'p:spPr', 'a:blipFill');
  const image = fill ? readPicture(element, reading) : [];
  return [...readText(shape, reading).map((block) => ({ block, images: [] })), ...image];
}

function readText({ element, placeholder }: Shape, { relationships, inheritance }: SlideReading): Block[] {
  const body = childOf(element, 'p:txBody');
  const chain = placeholder ? inheritance.chain(placeholder) : [];
  return readTextBody(body, relationships, (level) => {
    const name = `a:lvl${level + 1}pPr`;
    const styles = [element, ...chain].flatMap((shape) => descend(shape, 'p:txBody', 'a:lstStyle', name) ?? []);
    const says = (properties: XmlElement): boolean =>
      findFirst(properties, 'a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip') !== undefined;
    return styles.find(says) ?? (placeholder ? inheritance.masterLevel(placeholder.type, level) : undefined);
  });
}

/** A picture; one whose image is missing and that has no text to stand for it is left out with a warning. */
function readPicture(element: XmlElement, { show, flow, relationships }: SlideReading): Placed[] {
  const alt = altText(findFirst(element, 'p:cNvPr'));
  const target = relationships.get(findFirst(element, 'a:blip')?.attributes['r:embed'] ?? '');
  const source =
    target && !target.external && show.archive.has(target.target) ? partImage(show.archive, target.target) : undefined;
  if (!source) flow.warn('image-missing');
  if (!source && !target?.external && alt === '') return [];
  const asset = source && flow.includeImages ? { asset: source.name } : {};
  return [{ block: { kind: 'figure', image: { kind: 'image', alt, ...asset } }, images: source ? [source] : [] }];
}

/** A graphic frame holds a table, a chart, a diagram or an embedded object (19.3.1.21). */
async function readFrame(element: XmlElement, reading: SlideReading): Promise<Placed[]> {
  const { show, relationships } = reading;
  const table = findFirst(element, 'a:tbl');
  if (table) return readTable(table, relationships).map((block) => ({ block, images: [] }));
  const chart = relationships.get(findFirst(element, 'c:chart')?.attributes['r:id'] ?? '');
  if (chart && !chart.external) {
    const space = await show.readXml(chart.target);
    return space ? readChart(space).map((block) => ({ block, images: [] })) : [];
  }
  const diagram = relationships.get(findFirst(element, 'dgm:relIds')?.attributes['r:dm'] ?? '');
  if (diagram && !diagram.external) {
    const data = await show.readXml(diagram.target);
    const blocks = data ? readDiagram(data, (paragraph) => readParagraph(paragraph, relationships)) : [];
    return blocks.map((block) => ({ block, images: [] }));
  }
  const newer = relationships.get(findFirst(element, 'cx:chart')?.attributes['r:id'] ?? '');
  if (newer && !newer.external) {
    const space = await show.readXml(newer.target);
    return space ? readChartEx(space).map((block) => ({ block, images: [] })) : [];
  }
  const object = relationships.get(findFirst(element, 'p:oleObj')?.attributes['r:id'] ?? '');
  const embedded = object && !object.external ? await readObject(object.target, reading) : [];
  if (embedded.length > 0) return embedded;
  const picture = findFirst(element, 'p:pic');
  if (picture) return readPicture(picture, reading);
  reading.flow.warn('graphic-left-out');
  return [];
}

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
