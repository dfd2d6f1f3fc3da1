import { findAll, findFirst, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { drawnChildren, isDrawn } from '../../xml/svg.ts';
import { IDENTITY, transformed, type Matrix } from './matrix.ts';
import { INITIAL, readRules, styleOf, type Rules, type Style } from './style.ts';
import { readWords, widthOf, type Piece, type Word } from './words.ts';

/** The text of HTML that stands on lines of its own. */
const BLOCK = /^(?:p|div|li|h[1-6]|tr|br|section)$/;
const LEADING = 1.2;

/** The words of a drawing (SVG 2), in the order in which they are drawn. */
export function readDrawing(svg: XmlElement): Word[] {
  const sheets = [...findAll(svg, 'style')].map(textOf).join('\n');
  const paths = [...findAll(svg, 'path')].map(({ attributes: { id, d } }) => [id ?? '', d ?? ''] as const);
  const context: Context = { words: [], rules: readRules(sheets), paths: new Map(paths) };
  draw(svg, { matrix: IDENTITY, style: INITIAL }, context);
  return context.words;
}

/** True where a drawing shows pictures, or letters as outlines that it refers to: their text can only be seen. */
export const needsEyes = (svg: XmlElement): boolean =>
  findFirst(svg, 'image') !== undefined ||
  /^#(?:glyph|font)/i.test(findFirst(svg, 'use')?.attributes['xlink:href'] ?? '');

interface Context {
  readonly words: Word[];
  readonly rules: Rules;
  /** Commands of paths, by their ids. */
  readonly paths: ReadonlyMap<string, string>;
}

interface Place {
  readonly matrix: Matrix;
  readonly style: Style;
}

function draw(element: XmlElement, outer: Place, context: Context): void {
  if (!isDrawn(element)) return;
  const style = styleOf(element, outer.style, context.rules);
  if (style.isHidden) return;
  const place = { matrix: transformed(outer.matrix, element.attributes['transform']), style };
  if (element.name === 'text' || element.name === 'foreignObject') {
    const { length } = context.words;
    if (element.name === 'text') new TextReader(place, context).read(element);
    else drawHtml(element, place, context);
    const first = context.words[length];
    // A text does not go on with the one before.
    if (first) context.words[length] = { ...first, space: true };
    return;
  }
  for (const child of drawnChildren(element)) draw(child, place, context);
}

/** Each block of the HTML as a line. */
function drawHtml(element: XmlElement, { matrix, style }: Place, { words }: Context): void {
  const lines = [''];
  const visit = (node: XmlElement): void => {
    for (const child of node.children) {
      if (typeof child === 'string') lines[lines.length - 1] += child;
      else {
        const name = child.name.replace(/^.*:/, '');
        if (BLOCK.test(name)) lines.push('');
        visit(child);
        if (BLOCK.test(name)) lines.push('');
      }
    }
  };
  visit(element);
  const shown = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '');
  const [x, y] = [number(element.attributes['x']), number(element.attributes['y'])];
  const at = { ...style, anchor: 'start' } as const;
  for (const [n, text] of shown.entries())
    for (const word of readWords([{ text, style: at }], { x, y: y + (n + 1) * LEADING * style.size }, matrix))
      words.push(word);
}

/** Reads a text element: lines begin where a place is stated, and go on elsewhere (SVG 2, 11.2). */
class TextReader {
  readonly #place: Place;
  readonly #context: Context;
  #at = { x: 0, y: 0 };
  #line: Piece[] = [];
  #width = 0;

  constructor(place: Place, context: Context) {
    this.#place = place;
    this.#context = context;
  }

  read(text: XmlElement): void {
    this.#visit(text, this.#place.style);
    this.#end();
  }

  #visit(element: XmlElement, style: Style): void {
    this.#move(element);
    const xs = listOf(element.attributes['x']);
    for (const child of element.children) {
      if (typeof child === 'string') this.#write(child, style, xs);
      else if (isDrawn(child)) {
        const own = styleOf(child, style, this.#context.rules);
        if (child.name === 'textPath') this.#moveToPath(child);
        if (!own.isHidden) this.#visit(child, own);
      }
    }
  }

  /** To where a path begins, as its first command says. */
  #moveToPath({ attributes }: XmlElement): void {
    const id = (attributes['href'] ?? attributes['xlink:href'] ?? '').replace(/^#/, '');
    const [x, y] = listOf(/^\s*m([^a-z]*)/i.exec(this.#context.paths.get(id) ?? '')?.[1]?.trim());
    if (x === undefined || y === undefined) return;
    this.#end();
    this.#at = { x, y };
  }

  #move({ attributes }: XmlElement): void {
    const [x, y] = [listOf(attributes['x'])[0], listOf(attributes['y'])[0]];
    const [dx, dy] = [
      number(attributes['dx'], this.#place.style.size),
      number(attributes['dy'], this.#place.style.size),
    ];
    if (x === undefined && y === undefined && dx === 0 && dy === 0) return;
    this.#end();
    this.#at = { x: (x ?? this.#at.x) + dx, y: (y ?? this.#at.y) + dy };
  }

  /** `xs`: a place for each letter, as programs write it that set the type themselves. */
  #write(text: string, style: Style, xs: readonly number[]): void {
    const letters = text.replaceAll(/\s+/g, ' ');
    if (xs.length < 2) return this.#add({ text: letters, style });
    for (const [n, letter] of Array.from(letters).entries()) {
      const x = xs[n];
      if (x !== undefined && Math.abs(x - this.#at.x - this.#width) > style.size / 2) {
        this.#end();
        this.#at = { ...this.#at, x };
      }
      this.#add({ text: letter, style });
    }
  }

  #add(piece: Piece): void {
    this.#line.push(piece);
    this.#width += widthOf(piece);
  }

  #end(): void {
    for (const word of readWords(joined(this.#line), this.#at, this.#place.matrix)) this.#context.words.push(word);
    this.#at = { ...this.#at, x: this.#at.x + this.#width };
    this.#line = [];
    this.#width = 0;
  }
}

/** Neighbours of one style as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.style === piece.style) found[found.length - 1] = { ...last, text: last.text + piece.text };
    else found.push(piece);
  }
  return found;
}

const listOf = (value = ''): number[] =>
  value
    .split(/[\s,]+/)
    .map((text) => Number.parseFloat(text))
    .filter(Number.isFinite);

/** A length in user units; `em` where it is one of these. */
function number(value = '', em = INITIAL.size): number {
  const found = Number.parseFloat(value);
  return Number.isFinite(found) ? found * (/em\s*$/.test(value) ? em : 1) : 0;
}

/** The corner and size of the drawing in user units. */
export function extentOf({ attributes }: XmlElement): { x: number; y: number; width: number; height: number } {
  const [x = 0, y = 0, width, height] = listOf(attributes['viewBox']);
  const stated = { width: number(attributes['width']), height: number(attributes['height']) };
  return { x, y, width: width ?? stated.width, height: height ?? stated.height };
}
