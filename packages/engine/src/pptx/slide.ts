import type { Block, Inline } from '../document.ts';
import type { Archive } from '../archive/open-archive.ts';
import { slideTitle } from '../flow/heading.ts';
import type { FlowImage } from '../flow/flow.ts';
import { inReadingOrder } from '../flow/slide-order.ts';
import { altText, partImage } from '../ooxml/package.ts';
import type { Relationship } from '../ooxml/package.ts';
import { childOf, childrenOf, descend, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { readGraphic } from './frame.ts';
import type { Placed, SlideReading } from './reading.ts';
import { collectShapes } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { textBoxTitle } from './text-box-title.ts';
import { readParagraph, readTextBody } from './text.ts';

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
  const source = target && findImage(show.archive, target);
  if (!source) flow.warn('image-missing');
  if (!source && !target?.external && alt === '') return [];
  const asset = source && flow.includeImages ? { asset: source.name } : {};
  return [{ block: { kind: 'figure', image: { kind: 'image', alt, ...asset } }, images: source ? [source] : [] }];
}

const findImage = (archive: Archive, { external, target }: Relationship): FlowImage | undefined =>
  !external && archive.has(target) ? partImage(archive, target) : undefined;

async function readFrame(element: XmlElement, reading: SlideReading): Promise<Placed[]> {
  const graphic = await readGraphic(element, reading);
  if (graphic) return graphic;
  const picture = findFirst(element, 'p:pic');
  if (picture) return readPicture(picture, reading);
  reading.flow.warn('graphic-left-out');
  return [];
}
