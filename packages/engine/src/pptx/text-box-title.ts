import { childOf, childrenOf, descend, findAll, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Inheritance } from './layouts.ts';
import type { Shape } from './shapes.ts';

/** The lowest top of a title, as a share of the slide's height. */
const LOWEST_TOP = 0.25;
/** The smallest size of a title, in hundredths of a point, and how many times as large as all other text it is. */
const SMALLEST = 2400;
const LARGER = 1.2;
/** More letters are a sentence. */
const LETTERS = 90;
/** The size of text in boxes where nothing says another. */
const DEFAULT_SIZE = 1800;

interface Sized {
  readonly shape: Shape;
  readonly paragraphs: readonly string[];
  /** Of its largest letters, in hundredths of a point. */
  readonly size: number;
}

/**
 * The title of a slide whose author set it in a text box of its own, as on a quarter of the slides of public
 * presentations: one paragraph above all other text and clearly larger than it.
 */
export function textBoxTitle(
  shapes: readonly Shape[],
  slideHeight: number,
  inheritance: Inheritance,
): Shape | undefined {
  const texts = shapes
    .map((shape): Sized => sized(shape, inheritance))
    .filter(({ paragraphs }) => paragraphs.length > 0)
    .sort((a, b) => a.shape.top - b.shape.top);
  const [first, ...others] = texts;
  if (!first || first.shape.placeholder || first.shape.element.name !== 'p:sp') return undefined;
  const [text = '', ...more] = first.paragraphs;
  const isTitle =
    more.length === 0 &&
    /\p{L}{2}/u.test(text) &&
    text.length <= LETTERS &&
    first.shape.top <= slideHeight * LOWEST_TOP &&
    first.size >= SMALLEST &&
    others.every(({ size }) => first.size >= size * LARGER);
  return isTitle ? first.shape : undefined;
}

function sized(shape: Shape, inheritance: Inheritance): Sized {
  const paragraphs = [...findAll(shape.element, 'a:p')].filter((paragraph) => textIn(paragraph) !== '');
  const sizes = paragraphs.flatMap((paragraph) => {
    const level = Number(childOf(paragraph, 'a:pPr')?.attributes['lvl'] ?? 0) || 0;
    return childrenOf(paragraph, 'a:r').map(
      (run) => Number(childOf(run, 'a:rPr')?.attributes['sz']) || inherited(shape, level, inheritance),
    );
  });
  return { shape, paragraphs: paragraphs.map(textIn), size: Math.max(0, ...sizes) };
}

const textIn = (paragraph: XmlElement): string => [...findAll(paragraph, 'a:t')].map(textOf).join('').trim();

/** The properties of a level from the shape, its placeholder's layout and master (ECMA-376 part 1, 21.1.2.4.13). */
function inherited({ element, placeholder }: Shape, level: number, inheritance: Inheritance): number {
  const name = `a:lvl${level + 1}pPr`;
  const styles = [element, ...(placeholder ? inheritance.chain(placeholder) : [])].map((shape) =>
    descend(shape, 'p:txBody', 'a:lstStyle', name),
  );
  const master = placeholder && inheritance.masterLevel(placeholder.type, level);
  const sizes = [...styles, master].map((style) => Number(childOf(style, 'a:defRPr')?.attributes['sz']));
  return sizes.find((size) => size > 0) ?? DEFAULT_SIZE;
}
