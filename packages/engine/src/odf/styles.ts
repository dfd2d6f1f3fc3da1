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
  /** The number of levels whose numbers are shown. */
  readonly shown: number;
}

export interface OdfStyles {
  /** Emphasis of a text or paragraph style. The weight of a named paragraph style, as a heading's, is not emphasis. */
  lookOf(style: string | undefined): Look;
  /** True for a text or paragraph style whose text is not shown. */
  isHiddenText(style: string | undefined): boolean;
  /** The role of a paragraph style, by its name or those of its ancestors. */
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
  return new StyleSheet(named, automatic);
}

/** Styles that a style may inherit from, one from the other; more are ignored. */
const ANCESTORS = 20;

class StyleSheet implements OdfStyles {
  readonly #styles = new Map<string, Style>();
  readonly #lists = new Map<string, XmlElement>();
  readonly #outline: XmlElement | undefined;

  constructor(named: readonly XmlElement[], automatic: readonly XmlElement[]) {
    this.#outline = named.find(({ name }) => name === 'text:outline-style');
    for (const element of named) this.#add(element, false);
    for (const element of automatic) this.#add(element, true);
  }

  lookOf(name: string | undefined): Look {
    return this.#chain(name)
      .filter(({ element, automatic }) => automatic || element.attributes['style:family'] === 'text')
      .map(({ element }) => readLook(element))
      .reduceRight((look, own) => ({ ...look, ...own }), {});
  }

  isHiddenText(name: string | undefined): boolean {
    return this.#hasProperty(name, 'style:text-properties', 'text:display', 'none');
  }

  roleOf(name: string | undefined): 'title' | 'code' | 'quote' | undefined {
    const names = this.#chain(name).flatMap(({ element }) => [
      element.attributes['style:name'] ?? '',
      element.attributes['style:parent-style-name'] ?? '',
    ]);
    return roleOf([name ?? '', ...names]);
  }

  isNumbered(name: string | undefined): boolean {
    return !this.#hasProperty(name, 'style:paragraph-properties', 'text:enable-numbering', 'false');
  }

  level(list: string | undefined, level: number): ListLevel | undefined {
    return levelIn(this.#lists.get(list ?? ''), level);
  }

  outline(level: number, style: string | undefined): ListLevel | undefined {
    const list = this.#chain(style).find(({ element }) => element.attributes['style:list-style-name'] !== undefined);
    return list?.element.attributes['style:list-style-name'] === '' ? undefined : levelIn(this.#outline, level);
  }

  isHiddenTable(name: string | undefined): boolean {
    return this.#hasProperty(name, 'style:table-properties', 'table:display', 'false');
  }

  isHiddenSlide(name: string | undefined): boolean {
    return this.#hasProperty(name, 'style:drawing-page-properties', 'presentation:visibility', 'hidden');
  }

  #add(element: XmlElement, automatic: boolean): void {
    const name = element.attributes['style:name'];
    if (name === undefined) return;
    if (element.name === 'text:list-style') this.#lists.set(name, element);
    else if (element.name === 'style:style') this.#styles.set(name, { element, automatic });
  }

  /** A style and those that it inherits from. */
  #chain(name: string | undefined): Style[] {
    const found: Style[] = [];
    for (let at = name; at !== undefined && found.length < ANCESTORS;) {
      const style = this.#styles.get(at);
      if (!style) break;
      found.push(style);
      at = style.element.attributes['style:parent-style-name'];
    }
    return found;
  }

  /** Whether a style or one that it inherits from gives a property this value. */
  #hasProperty(name: string | undefined, properties: string, property: string, value: string): boolean {
    return this.#chain(name).some(({ element }) => childOf(element, properties)?.attributes[property] === value);
  }
}

function levelIn(list: XmlElement | undefined, level: number): ListLevel | undefined {
  const element = elementsOf(list).find(({ attributes }) => attributes['text:level'] === String(level + 1));
  return element && readLevel(element);
}

function readLook(style: XmlElement): Look {
  const name = style.attributes['style:name'];
  const {
    'fo:font-weight': weight = '',
    'fo:font-style': slant = '',
    'style:text-line-through-style': line = '',
    'style:text-position': position = '',
  } = childOf(style, 'style:text-properties')?.attributes ?? {};
  const isBold = name === 'Strong_20_Emphasis' || /^(?:bold|[6-9]00)$/.test(weight);
  const isItalic = name === 'Emphasis' || /italic|oblique/.test(slant);
  return {
    ...marked('bold', isBold),
    ...marked('italic', isItalic),
    ...marked('strike', /^(?!none)./.test(line)),
    ...marked('code', name === 'Source_20_Text'),
    ...raised(position),
  };
}

function marked(mark: 'bold' | 'italic' | 'strike' | 'code', isOn: boolean): Look {
  return isOn ? { [mark]: true } : {};
}

function raised(position: string): Look {
  if (/^(?:super|[1-9])/.test(position)) return { sup: true };
  return /^(?:sub|-)/.test(position) ? { sub: true } : {};
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
