import { childOf, elementsOf, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { drawnChildren, isDrawn } from '../../xml/svg.ts';
import { hasClass } from './classes.ts';

/** Pixels up to which a drawing is an icon, whose title names the action of its button. */
const ICON = 64;
/** Pixels by which texts of one line may differ in height. */
const LINE = 1;

/** The text of a drawing in the order of the drawing, a paragraph for each line; without any, its title. */
export function withDrawing(element: XmlElement): XmlElement | undefined {
  if (element.name !== 'svg') return undefined;
  const { lines, others } = readDrawing(element);
  const shown = lines.map((text): XmlElement => ({ name: 'p', attributes: {}, children: [text] }));
  if (shown.length + others.length === 0) return titled(element);
  const [only] = lines;
  // One word may stand in a sentence or in a button.
  if (shown.length === 1 && others.length === 0) return { name: 'span', attributes: {}, children: [` ${only} `] };
  return { name: shown.length === 0 ? 'span' : 'div', attributes: {}, children: [...shown, ...others] };
}

function titled(svg: XmlElement): XmlElement {
  const { attributes } = svg;
  const title = [attributes['aria-label'], textOf(childOf(svg, 'title')), textOf(childOf(svg, 'desc'))]
    .map((text = '') => text.replaceAll(/\s+/g, ' ').trim())
    .find((text) => text !== '');
  if (title === undefined || attributes['aria-hidden'] === 'true' || sizeOf(svg) <= ICON)
    return { name: 'span', attributes: {}, children: [] };
  return { name: 'img', attributes: { alt: title }, children: [] };
}

/** The greater side in pixels; 0 where it is not stated. */
function sizeOf({ attributes }: XmlElement): number {
  const box = (attributes['viewBox'] ?? attributes['viewbox'] ?? '').trim().split(/[\s,]+/);
  const sides = [attributes['width'], attributes['height']].map((side) => Number.parseFloat(side ?? ''));
  const stated = sides.some((side) => side > 0) ? sides : [Number(box[2]), Number(box[3])];
  return Math.max(0, ...stated.filter((side) => side > 0));
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Reading {
  readonly lines: string[];
  /** Images, and parts of HTML. */
  readonly others: XmlElement[];
  /** The height of the last line, undefined behind what is no text. */
  last: number | undefined;
}

function readDrawing(svg: XmlElement): Reading {
  const reading: Reading = { lines: [], others: [], last: undefined };
  for (const child of elementsOf(svg)) draw(child, { x: 0, y: 0 }, reading);
  return reading;
}

function draw(element: XmlElement, outer: Place, reading: Reading): void {
  if (!isDrawn(element) || isUnseen(element)) return;
  if (element.name === 'img') return void reading.others.push(element);
  const place = moved(element, outer);
  if (element.name === 'text') return write(readLines(element, place), reading);
  if (element.name === 'foreignObject') {
    const text = textOf(element).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') write([{ text, y: undefined }], reading);
    return;
  }
  for (const child of drawnChildren(element)) draw(child, place, reading);
}

function isUnseen({ attributes }: XmlElement): boolean {
  const style = attributes['style'] ?? '';
  return (
    attributes['display'] === 'none' ||
    attributes['visibility'] === 'hidden' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  );
}

interface Line {
  readonly text: string;
  /** Undefined where it is not known. */
  readonly y: number | undefined;
}

/** Texts of one height that follow each other are one line. */
function write(lines: readonly Line[], reading: Reading): void {
  for (const { text, y } of lines) {
    const last = reading.lines.length - 1;
    if (last >= 0 && y !== undefined && reading.last !== undefined && Math.abs(y - reading.last) <= LINE)
      reading.lines[last] += ` ${text}`;
    else reading.lines.push(text);
    reading.last = y;
  }
}

function readLines(text: XmlElement, outer: Place): Line[] {
  const lines: { text: string; y: number }[] = [];
  let { y } = placed(text, outer);
  let isNew = true;
  const addText = (piece: string): void => {
    const last = lines.at(-1);
    if (last && !isNew) last.text += piece;
    else if (piece.trim() !== '') lines.push({ text: piece, y });
    if (piece.trim() !== '') isNew = false;
  };
  /** Begins a line where an element is not at the height of the text before it. */
  const moveTo = (element: XmlElement): void => {
    const next = placed(element, { x: 0, y });
    if (Math.abs(next.y - y) > LINE && !isShift(element)) [y, isNew] = [next.y, true];
    else if (element.attributes['x'] !== undefined && lines.length > 0) lines.at(-1)!.text += ' ';
  };
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') addText(child);
      else if (isDrawn(child) && !isUnseen(child)) {
        moveTo(child);
        visit(child);
      }
    }
  };
  visit(text);
  return lines
    .map((line) => ({ ...line, text: line.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter((line) => line.text !== '');
}

/** Lowered and raised text, which stays in its line. */
function isShift(element: XmlElement): boolean {
  return (
    element.attributes['baseline-shift'] !== undefined ||
    hasClass(element, /^su[bp]$/) ||
    (element.attributes['y'] === undefined && Math.abs(lengthOf(element.attributes['dy']) ?? 0) < 8)
  );
}

/** The place at which an element's text begins: its own, moved by `dy`. */
function placed({ attributes }: XmlElement, outer: Place): Place {
  const y = lengthOf(attributes['y']);
  return { x: outer.x, y: (y ?? outer.y) + (lengthOf(attributes['dy']) ?? 0) };
}

const EM = 16;

function lengthOf(value: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)/i.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Number(number) * (unit === 'em' ? EM : 1);
}

/** Moves of a `transform`; turning and scaling only change where lines end, and are passed over. */
function moved({ attributes }: XmlElement, { x, y }: Place): Place {
  let place = { x, y };
  const transforms = (attributes['transform'] ?? '').slice(0, 1000);
  for (const [, name, list = ''] of transforms.matchAll(/(translate|matrix)\s*\(([^()]*)\)/g)) {
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [dx = 0, dy = 0] = name === 'matrix' ? numbers.slice(4) : numbers;
    place = { x: place.x + dx, y: place.y + dy };
  }
  return place;
}
