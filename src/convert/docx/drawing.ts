import type { Block, ImageInline, Inline } from '../document.ts';
import { alternative } from '../ooxml/alternative.ts';
import { altText, partImage } from '../ooxml/package.ts';
import { childrenOf, elementsOf, findFirst } from '../xml/element.ts';
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
  ['dgm:relIds', readReference],
  ['mc:AlternateContent', (element, alt, context) => readGraphic(alternative(element) ?? element, alt, context)],
]);

function readGraphic(element: XmlElement, alt: string, context: DocxContext): Inline[] {
  return elementsOf(element).flatMap((child) => (READERS.get(child.name) ?? readGraphic)(child, alt, context));
}

/** A chart or a SmartArt drawing, which is a part of its own. */
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

/** The texts of a SmartArt drawing's points as a list (ECMA-376 part 1, 21.4.3). */
export function readDiagram(root: XmlElement): Block[] {
  const texts = childrenOf(findFirst(root, 'dgm:ptLst'), 'dgm:pt')
    .map((point) =>
      childrenOf(findFirst(point, 'dgm:t'), 'a:p')
        .map((paragraph) =>
          childrenOf(paragraph, 'a:r')
            .map((run) => textOfRun(run))
            .join(''),
        )
        .join(' ')
        .trim(),
    )
    .filter((text) => text !== '');
  if (texts.length === 0) return [];
  return [
    {
      kind: 'list',
      ordered: false,
      items: texts.map((text) => ({ blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text }] }] })),
    },
  ];
}

function textOfRun(run: XmlElement): string {
  return childrenOf(run, 'a:t')
    .flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
    .join('');
}
