import type { TextInline } from '../document.ts';
import { childOf, childrenOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

export type Look = Omit<TextInline, 'kind' | 'text'>;

/** One level of a list style (ODF 1.3 part 3, 16.31). */
export interface ListLevel {
  readonly kind: 'bullet' | 'number' | 'none';
  /** `1`, `a`, `A`, `i`, `I`. */
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** How many levels' numbers are shown. */
  readonly shown: number;
}

export interface OdfStyles {
  /** Emphasis of a text or paragraph style; of named paragraph styles none, since a heading's weight is no emphasis. */
  lookOf(style: string | undefined): Look;
  /** True for a text or paragraph style whose text is not shown. */
  isHiddenText(style: string | undefined): boolean;
  /** What a paragraph style is for, by the name that it or its ancestors have. */
  roleOf(style: string | undefined): 'title' | 'code' | 'quote' | undefined;
  /** False where a paragraph in a list has no number or bullet. */
  isNumbered(style: string | undefined): boolean;
  level(list: string | undefined, level: number): ListLevel | undefined;
  /** How the document numbers headings of an outline level (16.34), and whether it does so in a style. */
  outline(level: number, style: string | undefined): ListLevel | undefined;
  /** True for the style of a hidden sheet. */
  isHiddenTable(style: string | undefined): boolean;
  /** True for a hidden slide's style. */
  isHiddenSlide(style: string | undefined): boolean;
}

interface Style {
  readonly element: XmlElement;
  readonly automatic: boolean;
}

/** Reads styles: those of styles.xml and the automatic ones of content.xml. */
export function readStyles(named: readonly XmlElement[], automatic: readonly XmlElement[]): OdfStyles {
  const styles = new Map<string, Style>();
  const lists = new Map<string, XmlElement>();
  const outline = named.find(({ name }) => name === 'text:outline-style');
  for (const [elements, isAutomatic] of [
    [named, false],
    [automatic, true],
  ] as const) {
    for (const element of elements) {
      const name = element.attributes['style:name'];
      if (name === undefined) continue;
      if (element.name === 'text:list-style') lists.set(name, element);
      else if (element.name === 'style:style') styles.set(name, { element, automatic: isAutomatic });
    }
  }
  const chain = (name: string | undefined): Style[] => {
    const found: Style[] = [];
    for (let at = name; at !== undefined && found.length < 20;) {
      const style = styles.get(at);
      if (!style) break;
      found.push(style);
      at = style.element.attributes['style:parent-style-name'];
    }
    return found;
  };
  return {
    lookOf: (name) =>
      chain(name)
        .filter(({ element, automatic }) => automatic || element.attributes['style:family'] === 'text')
        .map(({ element }) => readLook(element))
        .reduceRight((look, own) => ({ ...look, ...own }), {}),
    isHiddenText: (name) =>
      chain(name).some(
        ({ element }) => childOf(element, 'style:text-properties')?.attributes['text:display'] === 'none',
      ),
    roleOf: (name) =>
      roleOf([
        name ?? '',
        ...chain(name).flatMap(({ element }) => [
          element.attributes['style:name'] ?? '',
          element.attributes['style:parent-style-name'] ?? '',
        ]),
      ]),
    isNumbered: (name) =>
      !chain(name).some(
        ({ element }) =>
          childOf(element, 'style:paragraph-properties')?.attributes['text:enable-numbering'] === 'false',
      ),
    level: (list, level) => levelIn(lists.get(list ?? ''), level),
    outline(level, style) {
      const list = chain(style).find(({ element }) => element.attributes['style:list-style-name'] !== undefined);
      return list?.element.attributes['style:list-style-name'] === '' ? undefined : levelIn(outline, level);
    },
    isHiddenTable: (name) =>
      chain(name).some(
        ({ element }) => childOf(element, 'style:table-properties')?.attributes['table:display'] === 'false',
      ),
    isHiddenSlide: (name) =>
      chain(name).some(
        ({ element }) =>
          childOf(element, 'style:drawing-page-properties')?.attributes['presentation:visibility'] === 'hidden',
      ),
  };
}

function levelIn(list: XmlElement | undefined, level: number): ListLevel | undefined {
  const element = elementsOf(list).find(({ attributes }) => attributes['text:level'] === String(level + 1));
  return element && readLevel(element);
}

function readLook(style: XmlElement): Look {
  const properties = childOf(style, 'style:text-properties')?.attributes ?? {};
  const position = properties['style:text-position'];
  return {
    ...(style.attributes['style:name'] === 'Strong_20_Emphasis' ||
    /^(?:bold|[6-9]00)$/.test(properties['fo:font-weight'] ?? '')
      ? { bold: true }
      : {}),
    ...(style.attributes['style:name'] === 'Emphasis' || /italic|oblique/.test(properties['fo:font-style'] ?? '')
      ? { italic: true }
      : {}),
    ...(/^(?!none)./.test(properties['style:text-line-through-style'] ?? '') ? { strike: true } : {}),
    ...(style.attributes['style:name'] === 'Source_20_Text' ? { code: true } : {}),
    ...(position === undefined
      ? {}
      : /^(?:super|[1-9])/.test(position)
        ? { sup: true }
        : /^(?:sub|-)/.test(position)
          ? { sub: true }
          : {}),
  };
}

function roleOf(names: readonly string[]): 'title' | 'code' | 'quote' | undefined {
  if (names.includes('Title')) return 'title';
  if (names.includes('Preformatted_20_Text')) return 'code';
  return names.includes('Quotations') ? 'quote' : undefined;
}

function readLevel({ name, attributes }: XmlElement): ListLevel {
  const format = attributes['style:num-format'] ?? '';
  const isNumber = name === 'text:list-level-style-number' || name === 'text:outline-level-style';
  const kind = isNumber ? (format === '' ? 'none' : 'number') : 'bullet';
  return {
    kind,
    format,
    prefix: attributes['style:num-prefix'] ?? attributes['loext:num-list-format']?.split('%')[0] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    start: Number(attributes['text:start-value'] ?? 1),
    shown: Number(attributes['text:display-levels'] ?? 1),
  };
}

/** All style elements below a part's root. */
export function styleElements(root: XmlElement | undefined): XmlElement[] {
  return ['office:styles', 'office:automatic-styles'].flatMap((group) => childrenOf(root, group)).flatMap(elementsOf);
}
