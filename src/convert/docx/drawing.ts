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

function readGraphic(element: XmlElement, alt: string, context: DocxContext): Inline[] {
  const inlines: Inline[] = [];
  for (const child of elementsOf(element)) {
    switch (child.name) {
      case 'a:blip':
        inlines.push(...image(child.attributes['r:embed'] ?? child.attributes['r:link'], alt, context));
        break;
      case 'v:imagedata':
        inlines.push(...image(child.attributes['r:id'], alt || (child.attributes['o:title'] ?? ''), context));
        break;
      case 'pic:pic': {
        const own = altText(findFirst(child, 'pic:cNvPr'));
        inlines.push(...readGraphic(child, alt || own, context));
        break;
      }
      case 'w:txbxContent':
        context.collected.floating.push(...context.readBlocks(elementsOf(child), context));
        break;
      case 'c:chart':
      case 'dgm:relIds':
        context.collected.floating.push(
          ...(context.graphics.get(child.attributes['r:id'] ?? child.attributes['r:dm'] ?? '') ?? []),
        );
        break;
      case 'mc:AlternateContent':
        inlines.push(...readGraphic(alternative(child) ?? child, alt, context));
        break;
      default:
        inlines.push(...readGraphic(child, alt, context));
    }
  }
  return inlines;
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
