import type { Block } from '../../document.ts';
import type { FlowImage } from '../../flow/flow.ts';
import { readChart } from '../../ooxml/chart.ts';
import { readChartEx } from '../../ooxml/chart-ex.ts';
import { readDiagram } from '../../ooxml/diagram.ts';
import { alternative } from '../../ooxml/alternative.ts';
import { altText, partImage } from '../../ooxml/package.ts';
import type { OoxmlPackage, Relationships } from '../../ooxml/package.ts';
import { readParagraph, readTextBody } from '../../pptx/text.ts';
import { childOf, descend, elementsOf, findFirst, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { readControls } from './controls.ts';
import type { Controls } from './controls.ts';

/** Charts, images, text boxes and shapes of a worksheet or chart sheet, in the order of its drawing part. */
export async function readDrawings(
  book: OoxmlPackage,
  part: string,
  includeImages: boolean,
): Promise<{ block: Block; images: FlowImage[]; row: number }[]> {
  const found: { block: Block; images: FlowImage[]; row: number }[] = [];
  for (const { type, target, external } of (await book.relationships(part)).values()) {
    if (type !== 'drawing' || external) continue;
    const root = await book.readSidePart(target);
    const relationships = await book.relationships(target);
    const controls = await readControls(book, part);
    for (const anchor of anchorsIn(root)) {
      const row = Number(textOf(descend(anchor, 'xdr:from', 'xdr:row')) || 0);
      const blocks = await readObject(anchor, { book, relationships, includeImages, controls });
      found.push(...blocks.map((entry) => ({ ...entry, row })));
    }
  }
  return found.sort((a, b) => a.row - b.row);
}

/** Anchors may be wrapped for newer programs, as those of form controls are. */
function anchorsIn(root: XmlElement | undefined): XmlElement[] {
  return elementsOf(root).flatMap((child) =>
    child.name === 'mc:AlternateContent' ? anchorsIn(alternative(child)) : [child],
  );
}

interface Floating {
  readonly block: Block;
  readonly images: FlowImage[];
}

interface DrawingReading {
  readonly book: OoxmlPackage;
  readonly relationships: Relationships;
  readonly includeImages: boolean;
  readonly controls: Controls;
}

type Reader = (element: XmlElement, reading: DrawingReading) => Floating[] | Promise<Floating[]>;

/** Objects of a drawing (20.5.2): what is not listed holds others. */
const READERS = new Map<string, Reader>([
  ['xdr:pic', readPicture],
  ['xdr:sp', readShape],
  ['c:chart', (element, reading) => readPart(element.attributes['r:id'], reading, readChart)],
  ['cx:chart', (element, reading) => readPart(element.attributes['r:id'], reading, readChartEx)],
  [
    'dgm:relIds',
    (element, reading) =>
      readPart(element.attributes['r:dm'], reading, (root) =>
        readDiagram(root, (paragraph) => readParagraph(paragraph, reading.relationships)),
      ),
  ],
  ['mc:AlternateContent', (element, reading) => readObject(alternative(element), reading)],
]);

async function readObject(element: XmlElement | undefined, reading: DrawingReading): Promise<Floating[]> {
  const found: Floating[] = [];
  for (const child of elementsOf(element))
    found.push(...(await (READERS.get(child.name) ?? readObject)(child, reading)));
  return found;
}

function readPicture(picture: XmlElement, { book, relationships, includeImages }: DrawingReading): Floating[] {
  const image = relationships.get(findFirst(picture, 'a:blip')?.attributes['r:embed'] ?? '');
  if (!image || image.external || !book.archive.has(image.target)) return [];
  const source = partImage(book.archive, image.target);
  const alt = altText(findFirst(picture, 'xdr:cNvPr'));
  const asset = includeImages ? { asset: source.name } : {};
  return [{ block: { kind: 'figure', image: { kind: 'image', alt, ...asset } }, images: [source] }];
}

/** The text of a box or another shape; a check box of a form stands before its text. */
function readShape(shape: XmlElement, { relationships, controls }: DrawingReading): Floating[] {
  const properties = findFirst(shape, 'xdr:cNvPr')?.attributes ?? {};
  const box = controls.get(properties['id'] ?? '');
  if (box === undefined && /^(?:1|true)$/.test(properties['hidden'] ?? '')) return [];
  const blocks = readTextBody(childOf(shape, 'xdr:txBody'), relationships, () => undefined);
  const shown = box === undefined ? blocks : withBox(box, blocks);
  return shown.map((block) => ({ block, images: [] }));
}

function withBox(box: string, [first, ...rest]: readonly Block[]): readonly Block[] {
  const content = first?.kind === 'paragraph' ? first.content : [];
  const marked: Block = { kind: 'paragraph', content: [{ kind: 'text', text: `${box} ` }, ...content] };
  return [marked, ...(first && first.kind !== 'paragraph' ? [first] : []), ...rest];
}

async function readPart(
  id: string | undefined,
  { book, relationships }: DrawingReading,
  read: (root: XmlElement) => Block[],
): Promise<Floating[]> {
  const relationship = relationships.get(id ?? '');
  const root = relationship && !relationship.external ? await book.readSidePart(relationship.target) : undefined;
  return root ? read(root).map((block) => ({ block, images: [] })) : [];
}
