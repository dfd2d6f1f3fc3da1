import type { XmlElement } from '../xml/element.ts';
import { romanOf } from '../text/roman.ts';
import { LABEL } from './constructs/word-lists.ts';

/** The number or label of an item. */
interface ItemNumber {
  readonly number: number;
  /** As it is printed, where Markdown cannot count so. */
  readonly label?: string;
}

/** The largest number that Markdown knows (CommonMark 5.2). */
const LARGEST = 999_999_999;

/** Counts the items of a list (HTML, 4.4.5 and 4.4.8): `start`, `reversed`, `type`, and `value` of an item. */
export function createNumbering(
  list: XmlElement,
  parts: readonly XmlElement[],
): { readonly ordered: boolean; next(item: XmlElement): ItemNumber } {
  const { start, reversed, type } = list.attributes;
  const ordered = list.name === 'ol' && !/list-style(?:-type)?\s*:\s*none/i.test(list.attributes['style'] ?? '');
  const isReversed = reversed !== undefined;
  let number = integerOf(start) ?? (isReversed ? parts.filter(({ name }) => name === 'li').length : 1);
  return {
    ordered,
    next({ attributes }) {
      if (!ordered) return { number: 1 };
      number = integerOf(attributes['value']) ?? number;
      const found = number;
      number += isReversed ? -1 : 1;
      const printed = attributes[LABEL];
      if (printed !== undefined) return { number: found, label: printed };
      const kind = kindOf(attributes['type'], attributes['style']) ?? kindOf(type, list.attributes['style']);
      const isPlain = !isReversed && found >= 0 && found <= LARGEST && kind === undefined;
      return isPlain ? { number: found } : { number: found, label: `${write(found, kind)}.` };
    },
  };
}

function integerOf(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

type Kind = 'a' | 'A' | 'i' | 'I';

const STYLES: Readonly<Record<string, Kind>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** Undefined for whole numbers. */
function kindOf(type: string | undefined, style = ''): Kind | undefined {
  const stated = /list-style(?:-type)?\s*:[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman))\b/i.exec(style)?.[1];
  if (stated !== undefined) return STYLES[stated.toLowerCase()];
  return type === 'a' || type === 'A' || type === 'i' || type === 'I' ? type : undefined;
}

function write(number: number, kind: Kind | undefined): string {
  if (kind === undefined || number < 1 || number > 3999) return String(number);
  const text = /a/i.test(kind) ? lettersOf(number) : romanOf(number);
  return /[AI]/.test(kind) ? text.toUpperCase() : text;
}

function lettersOf(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}
