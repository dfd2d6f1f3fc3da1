import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { formatLabel } from './list.ts';

const key = (level: number): string => `outline ${level}`;
/** Levels of an outline (ODF 1.3 part 3, 16.35). */
const LEVELS = 10;

/** The number of a heading by the outline of its document, where no list numbers it. */
export function headingNumber(element: XmlElement, context: OdfContext): string | undefined {
  const { attributes } = element;
  if (element.name !== 'text:h' || context.inList === true || attributes['text:is-list-header'] === 'true')
    return undefined;
  const level = Math.min(LEVELS, Math.max(1, Number(attributes['text:outline-level'] ?? 1) || 1)) - 1;
  const shape = context.styles.outline(level, attributes['text:style-name']);
  if (!shape) return undefined;
  const { numbers } = context;
  const next = (numbers.get(key(level)) ?? shape.start - 1) + 1;
  numbers.set(key(level), Number(attributes['text:start-value'] ?? next) || next);
  for (let deeper = level + 1; deeper < LEVELS; deeper++) numbers.delete(key(deeper));
  if (shape.kind !== 'number') return undefined;
  const shown = Array.from({ length: level + 1 }, (_, n) =>
    context.styles.outline(n, undefined)?.kind === 'number' ? (numbers.get(key(n)) ?? 1) : undefined,
  );
  return formatLabel(shape, shown);
}
