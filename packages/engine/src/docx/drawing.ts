import type { Block, ImageInline, Inline } from '../document.ts';
import { alternative } from '../ooxml/alternative.ts';
import { altText, partImage } from '../ooxml/package.ts';
import { childrenOf, elementsOf, findFirst, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { DocxContext } from './context.ts';

/** A DrawingML object at its place in a line: images stay there; text boxes and charts float to after the paragraph. */
export function readDrawing(drawing: XmlElement, context: DocxContext): Inline[] {
  return readGraphic(drawing, altText(findFirst(drawing, 'wp:docPr')), context);
}

/** A VML picture or an embedded object: its preview image and the text of its boxes. */
export function readPicture(picture: XmlElement, context: DocxContext): Inline[] {
  const shape = findFirst(picture, 'v:shape');
  return readGraphic(picture, shape?.attributes['alt'] ?? '', context);
}

type Reader = (element: XmlElement, alt: string, context: DocxContext) => Inline[];

const READERS = new Map<string, Reader>([
  ['a:blip', ({ attributes }, alt, context) => image(attributes['r:embed'] ?? attributes['r:link'], alt, context)],
  [
    'v:imagedata',
    ({ attributes }, alt, context) => image(attributes['r:id'], alt || (attributes['o:title'] ?? ''), context),
  ],
  [
    'pic:pic',
    (element, alt, context) => readGraphic(element, alt || altText(findFirst(element, 'pic:cNvPr')), context),
  ],
  ['w:txbxContent', (element, _alt, context) => float(context.readBlocks(elementsOf(element), context), context)],
  ['c:chart', readReference],
  ['cx:chart', readReference],
  ['o:OLEObject', readReference],
  ['dgm:relIds', readReference],
  ['mc:AlternateContent', (element, alt, context) => readGraphic(alternative(element) ?? element, alt, context)],
]);

function readGraphic(element: XmlElement, alt: string, context: DocxContext): Inline[] {
  return elementsOf(element).flatMap((child) => (READERS.get(child.name) ?? readGraphic)(child, alt, context));
}

/** A chart, a SmartArt drawing or an embedded document, which is a part of its own. */
function readReference({ attributes }: XmlElement, _alt: string, context: DocxContext): Inline[] {
  return float(context.graphics.get(attributes['r:id'] ?? attributes['r:dm'] ?? '') ?? [], context);
}

function float(blocks: readonly Block[], context: DocxContext): Inline[] {
  context.collected.floating.push(...blocks);
  return [];
}

function image(id: string | undefined, alt: string, context: DocxContext): ImageInline[] {
  const target = context.relationships.get(id ?? '');
  if (!target) return [];
  if (target.external || !context.archive.has(target.target)) {
    context.flow.warn('image-missing', target.external ? 'linked, not embedded' : target.target);
    return target.external || alt !== '' ? [{ kind: 'image', alt }] : [];
  }
  const source = partImage(context.archive, target.target);
  context.collected.images.set(source.name, source);
  return [{ kind: 'image', alt, ...(context.flow.includeImages ? { asset: source.name } : {}) }];
}

/** Text of a paragraph of DrawingML. */
export function plainParagraph(paragraph: XmlElement): Inline[] {
  return elementsOf(paragraph).flatMap((child): Inline[] => {
    if (child.name === 'a:br') return [{ kind: 'text', text: ' ' }];
    const text = childrenOf(child, 'a:t').map(textOf).join('');
    return text === '' ? [] : [{ kind: 'text', text }];
  });
}
