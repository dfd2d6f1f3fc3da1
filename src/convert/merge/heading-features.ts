import { plain } from '../layout/inlines.ts';
import type { LayoutBlock, LayoutPage, TextBlock } from '../layout/page-model.ts';
import { knownLevel } from '../layout/summary.ts';
import type { DocumentStyle } from './document-style.ts';

/** What is measured of a block that may be a heading: 0 or 1, or a small number; each is weighed in `heading-weights.ts`. */
export const FEATURES = [
  'size',
  'larger',
  'muchLarger',
  'smaller',
  'bold',
  'lighter',
  'caps',
  'color',
  'family',
  'italic',
  'boldLarger',
  'section',
  'decimal',
  'roman',
  'alpha',
  'bullet',
  'part',
  'apart',
  'columnTop',
  'nearerBelow',
  'tight',
  'oneLine',
  'manyLines',
  'centered',
  'colon',
  'stop',
  'question',
  'long',
  'veryLong',
  'oneWord',
  'usuallyProse',
  'usuallyShort',
  'betweenAlike',
  'beforeAlike',
  'afterAlike',
  'last',
  'first',
  'topEdge',
  'bottomEdge',
  'beforeTable',
  'beforeProse',
  'beforeItem',
  'beforeCaption',
  'afterItem',
  'known',
  'digits',
  'titled',
  'wide',
  'inset',
  'largerThanNext',
  'largerThanBefore',
  'numberAtEnd',
  'authors',
  'subsection',
  'smallEdge',
  'keyed',
  'capsLabel',
  'title',
  'runIn',
  'named',
  'namedAlone',
  'lower',
  'contact',
] as const;

export type Feature = (typeof FEATURES)[number];

/** Names of parts that documents of all kinds have. */
const NAMES =
  /^(?:(?:table of )?contents|abstract|(?:executive )?summary|introduction|background|(?:materials and )?methods?|results|discussion|conclusions?|references|bibliography|works cited|acknowledge?ments?|appendix|appendices|annex|glossary|index|preface|foreword|overview|inhalt(?:sverzeichnis)?|zusammenfassung|einleitung|fazit|literatur(?:verzeichnis)?|anhang|vorwort|table des matières|sommaire|résumé|conclusion|références|bibliographie|remerciements|annexes?|índice|resumen|introducción|conclusiones|referencias|bibliografía|indice|riassunto|introduzione|conclusioni|bibliografia)$/iu;

type Flag = boolean | number;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Features of a block in its place, by name. `before` and `after` are its neighbours on the page, running lines left out. */
export function headingFeatures(
  block: TextBlock,
  before: LayoutBlock | undefined,
  after: LayoutBlock | undefined,
  page: LayoutPage,
  document: DocumentStyle,
): Record<Feature, Flag> {
  const style = page.styles[block.style]!;
  const { body } = document;
  const ratio = document.ratio(style);
  const text = plain(block.content);
  const words = text.split(/\s+/u);
  const { above, below, label } = block;
  const count = document.count(style);
  const capitalLabel = label !== undefined && /^[\p{Lu}\d“"(]/u.test(text);
  const sizeOf = (other: LayoutBlock | undefined): number | undefined =>
    other?.kind === 'text' ? page.styles[other.style]!.size : undefined;
  const isItem = (other: LayoutBlock | undefined): boolean =>
    other?.kind === 'text' &&
    (other.label?.kind === 'bullet' || other.label?.kind === 'alpha' || other.label?.kind === 'decimal');
  const titled = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length / words.length;
  return {
    size: clamp(Math.log(ratio), -0.3, 0.6),
    larger: ratio >= 1.06,
    muchLarger: ratio >= 1.3,
    smaller: ratio < 0.93,
    bold: style.bold && !body.bold,
    lighter: !style.bold && body.bold,
    caps: block.caps === true && text.length >= 4,
    color: style.color !== body.color,
    family: style.family !== body.family && !style.mono,
    italic: style.italic && !body.italic,
    boldLarger: style.bold && !body.bold && ratio >= 1.06,
    section: capitalLabel && label.kind === 'section',
    decimal: capitalLabel && label.kind === 'decimal',
    roman: capitalLabel && label.kind === 'roman',
    alpha: capitalLabel && label.kind === 'alpha',
    bullet: label?.kind === 'bullet' || label?.kind === 'check',
    part: /^(?:chapter|part|appendix|section|annex)\s+(?:\d+|[A-Z]|[IVX]+)\b/i.test(text),
    apart: above !== undefined && above > 1.55,
    columnTop: above === undefined,
    nearerBelow: above !== undefined && below !== undefined ? clamp(Math.log(above / Math.max(0.1, below)), -1, 1) : 0,
    tight: above !== undefined && above < 1.25 && below !== undefined && below < 1.3,
    oneLine: block.lines === 1,
    manyLines: block.lines >= 3,
    centered: block.centered === true,
    colon: text.endsWith(':'),
    stop: /[.!]$/u.test(text) && !/\d\.$/u.test(text),
    question: text.endsWith('?'),
    long: words.length > 10,
    veryLong: words.length > 16,
    oneWord: words.length === 1,
    usuallyProse: count !== undefined && count.blocks >= 4 && count.candidates < 0.5 * count.blocks,
    usuallyShort: count !== undefined && count.blocks >= 2 && count.candidates >= 0.9 * count.blocks && ratio > 0.97,
    betweenAlike: alike(block, after, page) && alike(block, before, page),
    beforeAlike: alike(block, after, page),
    afterAlike: alike(block, before, page),
    last: after === undefined,
    first: before === undefined && page.page === 1,
    topEdge: block.edge === 'top',
    bottomEdge: block.edge === 'bottom',
    beforeTable: after?.kind === 'table',
    beforeProse:
      after?.kind === 'text' && after.candidate !== true && after.role === undefined && after.label === undefined,
    beforeItem: isItem(after),
    beforeCaption: after?.kind === 'text' && after.role === 'caption',
    afterItem: isItem(before),
    known: knownLevel(block, page) !== undefined,
    digits: (text.match(/\d/gu)?.length ?? 0) / Math.max(1, text.length),
    titled,
    wide: (block.box[2] - block.box[0]) / Math.max(1, block.column[1] - block.column[0]),
    inset: clamp((block.box[0] - block.column[0]) / Math.max(1, block.column[1] - block.column[0]), 0, 1),
    largerThanNext: clamp(Math.log(style.size / (sizeOf(after) ?? body.size)), -0.3, 0.6),
    largerThanBefore: clamp(Math.log(style.size / (sizeOf(before) ?? body.size)), -0.3, 0.6),
    authors:
      before?.kind === 'text' &&
      !style.bold &&
      !block.caps &&
      !label &&
      ratio < 1.35 &&
      before.candidate === true &&
      page.styles[before.style]!.size > style.size * 1.15 &&
      (block.lines > 1 || /,|\s(?:and|und|et|y)\s/u.test(text)),
    subsection: label?.kind === 'section' && (label.values?.length ?? 0) > 1 && block.lines === 1,
    smallEdge: block.edge !== undefined && ratio < 1.12,
    keyed:
      /^[\p{L} .]{2,24}:\s+\S/u.test(text) &&
      !/^(?:chapter|part|appendix|section|annex|step|figure|table)\b/iu.test(text),
    capsLabel: block.caps === true && label !== undefined && label.kind !== 'bullet',
    title:
      (before === undefined || (before.kind === 'text' && before.edge === 'top')) && page.page === 1 && ratio >= 1.3,
    runIn: block.runIn !== undefined,
    named: NAMES.test(text),
    namedAlone:
      NAMES.test(text) && block.lines === 1 && (below === undefined || below > 1.35 || style.bold || ratio >= 1.06),
    lower: /^\p{Ll}/u.test(text),
    contact: isAddress(after) || (after !== undefined && isAddress(page.blocks[page.blocks.indexOf(after) + 1])),
    numberAtEnd: /\p{L}.*\s\d{1,4}$/u.test(text),
  };
}

/** Short text with an e-mail address: what stands above it is a name. */
const isAddress = (other: LayoutBlock | undefined): boolean =>
  other?.kind === 'text' && other.chars < 120 && plain(other.content).includes('@');

/** A neighbour of the same style that might be a heading too: a list of short lines rather than headings. */
function alike(block: TextBlock, other: LayoutBlock | undefined, page: LayoutPage): boolean {
  return (
    other?.kind === 'text' &&
    other.candidate === true &&
    (other.style === block.style || page.styles[other.style]!.size === page.styles[block.style]!.size)
  );
}
