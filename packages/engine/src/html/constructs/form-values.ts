import { findAll, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/** Controls that only name their action, or are not shown. */
const VALUELESS = new Set(['hidden', 'password', 'image', 'submit', 'reset', 'button', 'file']);

/** A control of a form as the value that it shows (HTML, 4.10); boxes to check stay as they are. */
export function withValue(element: XmlElement): XmlElement | undefined {
  switch (element.name) {
    case 'input':
      return ofInput(element);
    case 'select':
      return shown(findChosen(element).join(', '));
    case 'textarea':
      return shown(textOf(element).replace(/^\r?\n/, ''));
    case 'meter':
    case 'progress':
      return textOf(element).trim() === '' ? shown(shareOf(element)) : undefined;
    default:
      return undefined;
  }
}

function ofInput({ attributes }: XmlElement): XmlElement | undefined {
  const type = (attributes['type'] ?? 'text').trim().toLowerCase();
  if (type === 'checkbox' || type === 'radio') return undefined;
  return shown(VALUELESS.has(type) ? '' : (attributes['value'] ?? ''));
}

/** A label may stand close to its control. */
function shown(value: string): XmlElement {
  const lines = value.trim() === '' ? [] : value.trim().split(/\r\n?|\n/);
  const children = lines.flatMap((line, n): (XmlElement | string)[] =>
    n === 0 ? [` ${line}`] : [{ name: 'br', attributes: {}, children: [] }, line],
  );
  return { name: 'span', attributes: {}, children: lines.length === 0 ? [] : [...children, ' '] };
}

/** True if a menu offers more than what is chosen in it. */
export function hasOtherOptions(select: XmlElement): boolean {
  const named = [...findAll(select, 'option')].filter((option) => labelOf(option) !== '');
  return named.length > findChosen(select).length;
}

/** The options that are chosen: in a list of one line without a choice, that is the first one, if it is no prompt. */
function findChosen(select: XmlElement): string[] {
  const options = [...findAll(select, 'option')];
  const chosen = options.filter(({ attributes }) => attributes['selected'] !== undefined);
  const { multiple, size = '1' } = select.attributes;
  const isLine = multiple === undefined && Number.parseInt(size, 10) <= 1;
  const first = options.find(({ attributes }) => attributes['disabled'] === undefined);
  const shownOnes = chosen.length > 0 ? (isLine ? chosen.slice(-1) : chosen) : isLine && first ? [first] : [];
  return shownOnes.filter((option) => option.attributes['value'] !== '').map(labelOf);
}

function labelOf(option: XmlElement): string {
  const own = option.children.filter((child) => typeof child === 'string' || child.name !== 'option');
  const text = textOf({ ...option, children: own })
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? (option.attributes['label'] ?? '') : text;
}

/** A share of the whole as a percentage; a measure between other ends as it is. */
function shareOf({ name, attributes }: XmlElement): string {
  const value = Number(attributes['value'] ?? Number.NaN);
  const [min, max] = [Number(attributes['min'] ?? 0), Number(attributes['max'] ?? 1)];
  if (Number.isNaN(value)) return '';
  if (min === 0 && max > 0 && (name === 'progress' || max === 1)) return `${Math.round((value / max) * 100)}%`;
  return attributes['max'] === undefined ? String(value) : `${value}/${max}`;
}
