import type { Block, Inline, TextInline } from '../document.ts';
import { readMathml } from '../math/mathml.ts';
import { childOf, childrenOf, elementsOf, findFirst, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import type { OdfObject } from './source.ts';
import { readTable } from './table.ts';

/** Frames, groups and shapes, which may hold text (ODF 1.3 part 3, 10.3). */
export const SHAPES = [
  'frame',
  'g',
  'a',
  'control',
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'caption',
  'polygon',
  'regular-polygon',
  'polyline',
  'path',
  'line',
  'connector',
  'measure',
].map((name) => `draw:${name}`);

/**
 * A frame or shape (ODF 1.3 part 3, 10.4): images and formulas stay in the line; text boxes, tables and charts float to
 * after the paragraph.
 */
export function readFrame(frame: XmlElement, context: OdfContext): Inline[] {
  if (frame.name === 'draw:a' || frame.name === 'draw:g')
    return elementsOf(frame).flatMap((child) => readFrame(child, context));
  if (frame.name === 'draw:control') return controlText(frame, context);
  const alt = textOf(childOf(frame, 'svg:desc')).trim() || textOf(childOf(frame, 'svg:title')).trim();
  const object = readObject(frame, context);
  if (object) return object;
  const table = childOf(frame, 'table:table');
  if (table) {
    context.state.floating.push(...readTable(table, context));
    return [];
  }
  const box = childOf(frame, 'draw:text-box') ?? (frame.name === 'draw:frame' ? undefined : frame);
  if (box) {
    context.state.floating.push(...context.readBlocks(box, context));
    return [];
  }
  // A frame may hold one picture in several formats, the best first: what browsers show is of more use.
  const images = childrenOf(frame, 'draw:image');
  const shown = images.find(({ attributes }) =>
    /[./](?:png|jpe?g|gif|webp|svg(?:\+xml)?)$/i.test(attributes['xlink:href'] ?? attributes['draw:mime-type'] ?? ''),
  );
  return readImage(shown ?? images[0], alt, context);
}

function controlText({ attributes }: XmlElement, { controls }: OdfContext): Inline[] {
  const text = controls.get(attributes['draw:control'] ?? '') ?? '';
  return text === '' ? [] : [{ kind: 'text', text }];
}

/**
 * A formula, a chart or a document of its own; undefined for others. Of an object and its preview image the object says
 * more.
 */
function readObject(frame: XmlElement, context: OdfContext): Inline[] | undefined {
  const object = childOf(frame, 'draw:object');
  const embedded = object && context.source.objectOf(object);
  if (embedded?.root.name === 'math:math') return [{ kind: 'math', latex: readMathml(embedded.root) }];
  const blocks = embedded ? [...readChart(embedded.root, context), ...readEmbedded(embedded, context)] : [];
  context.state.floating.push(...blocks);
  if (blocks.length > 0) return [];
  const isChart = findFirst(embedded?.root, 'chart:chart') !== undefined;
  if (!isChart && (object ?? childOf(frame, 'draw:object-ole'))) context.flow.warn('embedded-document-left-out');
  return undefined;
}

/** The content of a text, the sheets of a workbook, or the shapes of slides and drawings. */
function readEmbedded({ root, source }: OdfObject, outer: OdfContext): Block[] {
  const body = findFirst(root, 'office:text', 'office:spreadsheet', 'office:presentation', 'office:drawing');
  if (!body || outer.embedded.has(root)) return [];
  outer.embedded.add(root);
  const context: OdfContext = {
    ...outer,
    source,
    styles: source.styles,
    numbers: new Map(),
    deletions: new Set(),
    controls: new Map(),
    state: { titled: true, floating: [] },
  };
  return [body, ...childrenOf(body, 'draw:page')].flatMap((part) => context.readBlocks(part, context));
}

function readImage(element: XmlElement | undefined, alt: string, context: OdfContext): Inline[] {
  if (!element) return [];
  const source = context.source.imageOf(element);
  if (!source) {
    context.flow.warn('image-missing');
    return [{ kind: 'image', alt }];
  }
  context.images.set(source.name, source);
  return [{ kind: 'image', alt, ...(context.flow.includeImages ? { asset: source.name } : {}) }];
}

/** The text of a title in one line. */
function lineOf(title: XmlElement | undefined): string {
  const pieces = (title?.children ?? []).map((child) =>
    typeof child === 'string'
      ? child
      : BREAKS.has(child.name)
        ? ' '
        : `${lineOf(child)}${child.name === 'text:p' ? ' ' : ''}`,
  );
  return pieces.join('');
}

const BREAKS = new Set(['text:line-break', 'text:tab', 'text:s']);

/** A chart's titles, those of its axes, and the table that it was drawn from, if it is kept. */
function readChart(root: XmlElement, context: OdfContext): Block[] {
  const chart = findFirst(root, 'chart:chart');
  const table = findFirst(chart, 'table:table');
  if (!chart) return [];
  const titleOf = (element: XmlElement, name = 'chart:title'): string =>
    lineOf(childOf(element, name)).replaceAll(/\s+/g, ' ').trim();
  const axes = childrenOf(childOf(chart, 'chart:plot-area'), 'chart:axis').map((axis) => titleOf(axis));
  const texts: Pick<TextInline, 'text' | 'bold'>[] = [
    { text: titleOf(chart), bold: true },
    { text: titleOf(chart, 'chart:subtitle') },
    { text: axes.filter((title) => title !== '').join(', ') },
  ];
  return [
    ...texts
      .filter(({ text }) => text !== '')
      .map((title): Block => ({ kind: 'paragraph', content: [{ kind: 'text', ...title }] })),
    ...(table ? readTable(table, context) : []),
  ];
}
