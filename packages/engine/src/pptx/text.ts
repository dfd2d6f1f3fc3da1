import type { Block, Inline, TextInline } from '../document.ts';
import { textInFont } from '../docx/symbols.ts';
import { readOmml } from '../math/omml.ts';
import { listBlocks } from '../flow/assemble.ts';
import type { ItemFragment } from '../flow/assemble.ts';
import { typedItem } from '../flow/typed-bullet.ts';
import type { Relationships } from '../ooxml/package.ts';
import { alternative } from '../ooxml/alternative.ts';
import { childOf, childrenOf, elementsOf, findAll, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Whether a paragraph of a level has a bullet or a number where its own properties do not say. */
export type BulletOf = (level: number) => XmlElement | undefined;

/** The paragraphs of a text body: lists by their levels, the rest as paragraphs (ECMA-376 part 1, 21.1.2). */
export function readTextBody(body: XmlElement | undefined, relationships: Relationships, inherited: BulletOf): Block[] {
  const blocks: Block[] = [];
  let items: ItemFragment[] = [];
  const numbering = createNumbering();
  const close = (): void => {
    blocks.push(...listBlocks(items));
    items = [];
  };
  const addPlain = (content: readonly Inline[]): void => {
    const typed = typedItem(content);
    if (typed) {
      items.push(typed);
      return;
    }
    close();
    blocks.push(...paragraphBlocks(content));
  };
  for (const paragraph of childrenOf(body, 'a:p')) {
    const content = readParagraph(paragraph, relationships);
    if (isBlank(content)) continue;
    const properties = childOf(paragraph, 'a:pPr');
    const level = levelOf(properties);
    const bullet = bulletOf(properties) ?? bulletOf(inherited(level)) ?? 'none';
    if (bullet === 'none') {
      numbering.end();
      addPlain(content);
      continue;
    }
    items.push({ kind: 'item', level, ...numbering.next(level, bullet, paragraphBlocks(content)) });
  }
  close();
  return blocks;
}

interface Numbering {
  /** What is said of the next item of a level. */
  next(level: number, bullet: Exclude<Bullet, 'none'>, blocks: Block[]): Omit<ItemFragment, 'kind' | 'level'>;
  /** Ends the lists of all levels. */
  end(): void;
}

/** Counts the items of a text body: those that repeat the scheme and start of their list go on with it. */
function createNumbering(): Numbering {
  const numbers: number[] = [];
  const schemes: string[] = [];
  return {
    next(level, bullet, blocks) {
      numbers.length = Math.min(numbers.length, level + 1);
      if (bullet === 'char') {
        numbers[level] = 0;
        schemes[level] = bullet;
        return { ordered: false, value: 0, list: 'bullet', item: { blocks } };
      }
      const { type, startAt } = bullet;
      const isSame = schemes[level] === `${type} ${startAt}`;
      schemes[level] = `${type} ${startAt}`;
      const value = ((isSame ? numbers[level] : undefined) ?? startAt - 1) + 1;
      numbers[level] = value;
      const label = labelOf(type, value);
      const item = { blocks, ...(label === undefined ? {} : { label }) };
      return { ordered: label === undefined, value, list: type, item };
    },
    end() {
      numbers.length = 0;
    },
  };
}

function levelOf(properties: XmlElement | undefined): number {
  return Math.min(8, Math.max(0, Number(properties?.attributes['lvl'] ?? 0) || 0));
}

type Bullet = 'none' | 'char' | { readonly type: string; readonly startAt: number };

function bulletOf(properties: XmlElement | undefined): Bullet | undefined {
  for (const { name, attributes } of elementsOf(properties)) {
    if (name === 'a:buNone') return 'none';
    if (name === 'a:buChar' || name === 'a:buBlip') return 'char';
    if (name === 'a:buAutoNum')
      return { type: attributes['type'] ?? 'arabicPeriod', startAt: Number(attributes['startAt'] ?? 1) };
  }
  return undefined;
}

/** A label that GFM's own numbers cannot say (21.1.10.7, ST_TextAutonumberScheme). */
function labelOf(type: string, value: number): string | undefined {
  if (/^arabic(?:Period|ParenR|Plain)$/.test(type)) return undefined;
  const letter = value >= 1 && value <= 26 ? String.fromCharCode(96 + value) : String(value);
  const roman =
    [
      '',
      'i',
      'ii',
      'iii',
      'iv',
      'v',
      'vi',
      'vii',
      'viii',
      'ix',
      'x',
      'xi',
      'xii',
      'xiii',
      'xiv',
      'xv',
      'xvi',
      'xvii',
      'xviii',
      'xix',
      'xx',
    ][value] ?? String(value);
  const bare = type.startsWith('alpha') ? letter : type.startsWith('roman') ? roman : String(value);
  const number = /^(?:alpha|roman)Uc/.test(type) ? bare.toUpperCase() : bare;
  return type.endsWith('ParenBoth')
    ? `(${number})`
    : type.endsWith('ParenR')
      ? `${number})`
      : type.endsWith('Period')
        ? `${number}.`
        : number;
}

function paragraphBlocks(content: readonly Inline[]): Block[] {
  const filled = content.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  if (filled.every((inline) => inline.kind === 'math'))
    return filled.map((inline) => ({ kind: 'math', latex: inline.kind === 'math' ? inline.latex : '' }));
  return [{ kind: 'paragraph', content }];
}

const SLIDE_NUMBER = 'slidenum';

/** A line that says nothing but the number of its slide, as those at the edge of slides do. */
function isSlideNumber(paragraph: XmlElement): boolean {
  const fields = childrenOf(paragraph, 'a:fld').filter(({ attributes }) => attributes['type'] === SLIDE_NUMBER);
  return fields.length > 0 && !/[\p{L}\p{N}]/u.test(childrenOf(paragraph, 'a:r').map(textOf).join(''));
}

/** Runs, breaks, fields and formulas of a paragraph. */
export function readParagraph(paragraph: XmlElement, relationships: Relationships): Inline[] {
  if (isSlideNumber(paragraph)) return [];
  return elementsOf(paragraph).flatMap((child): Inline[] => {
    switch (child.name) {
      case 'a:r':
      case 'a:fld':
        return [
          {
            kind: 'text',
            text: symbolsOf(childrenOf(child, 'a:t').map(textOf).join(''), childOf(child, 'a:rPr')),
            ...lookOf(childOf(child, 'a:rPr'), relationships),
          },
        ];
      case 'a:br':
        return [{ kind: 'break' }];
      case 'mc:AlternateContent':
        return readParagraph(alternative(child) ?? child, relationships);
      case 'a14:m':
        return [...findAll(child, 'm:oMath')].map((math) => ({ kind: 'math', latex: readOmml(math) }));
      default:
        return [];
    }
  });
}

/** Only characters of the private use area are set in the font for symbols (21.1.2.3.10). */
function symbolsOf(text: string, properties: XmlElement | undefined): string {
  const font = childOf(properties, 'a:sym') ?? childOf(properties, 'a:latin');
  return text.replaceAll(/[\uf020-\uf0ff]/gu, (char) => textInFont(char, font?.attributes['typeface']));
}

function lookOf(properties: XmlElement | undefined, relationships: Relationships): Partial<TextInline> {
  const { b: bold, i: italic, strike, baseline } = properties?.attributes ?? {};
  return {
    ...(isOn(bold) ? { bold: true } : {}),
    ...(isOn(italic) ? { italic: true } : {}),
    ...(strike === 'sngStrike' || strike === 'dblStrike' ? { strike: true } : {}),
    ...positionOf(Number(baseline ?? 0)),
    ...linkOf(properties, relationships),
  };
}

function positionOf(raised: number): Pick<TextInline, 'sup' | 'sub'> {
  if (raised > 0) return { sup: true };
  return raised < 0 ? { sub: true } : {};
}

function linkOf(properties: XmlElement | undefined, relationships: Relationships): Pick<TextInline, 'href'> {
  const link = relationships.get(childOf(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
  return link?.external && link.type === 'hyperlink' ? { href: link.target } : {};
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

function isBlank(content: readonly Inline[]): boolean {
  return content.every((inline) => inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === ''));
}
