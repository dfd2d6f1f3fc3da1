import type { XmlElement } from '../../xml/element.ts';

/** The properties of text that are inherited (SVG 2, 6 and 11). */
export interface Style {
  /** In user units. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isHidden: boolean;
}

export const INITIAL: Style = { size: 16, bold: false, italic: false, anchor: 'start', isHidden: false };

type Declarations = Readonly<Record<string, string>>;
/** Declarations of a style sheet by class (`.name`) or by element. */
export type Rules = ReadonlyMap<string, Declarations>;

/** Rules of one class or element; other selectors hardly ever set text in drawings. */
export function readRules(sheet: string): Rules {
  const rules = new Map<string, Declarations>();
  for (const [, selectors = '', body = ''] of sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g))
    for (const selector of selectors.split(','))
      if (/^\s*\.?[\w-]+\s*$/.test(selector))
        rules.set(selector.trim(), { ...rules.get(selector.trim()), ...readDeclarations(body) });
  return rules;
}

function readDeclarations(text = ''): Declarations {
  const declared: Record<string, string> = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) declared[declaration.slice(0, colon).trim()] = declaration.slice(colon + 1).trim();
  }
  return declared;
}

export function styleOf({ name, attributes }: XmlElement, parent: Style, rules: Rules): Style {
  const classes = (attributes['class'] ?? '').split(/\s+/).map((each) => rules.get(`.${each}`));
  const own = Object.assign(
    {},
    attributes,
    rules.get(name),
    ...classes,
    readDeclarations(attributes['style']),
  ) as Declarations;
  const weight = own['font-weight'];
  const slope = own['font-style'];
  return {
    size: sizeOf(own['font-size'], parent.size),
    bold: weight === undefined ? parent.bold : /bold/.test(weight) || Number(weight) >= 600,
    italic: slope === undefined ? parent.italic : /italic|oblique/.test(slope),
    anchor: anchorOf(own['text-anchor']) ?? parent.anchor,
    isHidden:
      own['display'] === 'none' ||
      (own['visibility'] === undefined ? parent.isHidden : /hidden|collapse/.test(own['visibility'])),
  };
}

const anchorOf = (value: string | undefined): Style['anchor'] | undefined =>
  value === 'start' || value === 'middle' || value === 'end' ? value : undefined;

/** User units of each unit of CSS. */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

function sizeOf(value: string | undefined, parent: number): number {
  const [, number, unit = ''] = /^\s*([\d.]+)\s*([a-z%]*)/.exec(value ?? '') ?? [];
  if (number === undefined) return parent;
  const relative = unit === 'em' ? parent : unit === '%' ? parent / 100 : (UNITS[unit] ?? 1);
  return Number(number) * relative || parent;
}
