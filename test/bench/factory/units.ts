import { formulasOf, seenFormula } from '../checks/formula.ts';
import type { Block, List, Table } from '../quality/corpus/model.ts';
import { blockTruth, plain } from '../quality/corpus/truth.ts';
import { tableScore } from '../quality/metrics/tables.ts';
import { tablesOfMarkdown } from './markdown-tables.ts';
import { eachBlock } from './sample.ts';
import { bare, withWholeChapters } from './truth.ts';
import type { Sample } from './sample.ts';

/** A part of a document that a reader would miss, and the kind by which it is counted. */
export interface Unit {
  readonly kind: string;
  readonly text: string;
}

const itemsOf = (list: List, depth: number): Unit[] =>
  list.items.flatMap(({ text, list: below }) => [
    { kind: depth === 0 ? 'item' : 'nested item', text },
    ...(below ? itemsOf(below, depth + 1) : []),
  ]);

function unitsOfTable(block: Table): Unit[] {
  const spans = block.rows.some((row) => row.some(({ colSpan, rowSpan }) => (colSpan ?? 1) > 1 || (rowSpan ?? 1) > 1));
  const { caption: _, note: _note, ...rest } = block;
  return [
    { kind: `table ${block.look}`, text: blockTruth(rest) },
    {
      kind: spans ? 'table with spans' : block.rows.length > 26 ? 'long table' : 'simple table',
      text: blockTruth(rest),
    },
    ...(block.caption ? [{ kind: 'caption', text: block.caption }] : []),
  ];
}

function unitsOfParagraph(block: Extract<Block, { kind: 'paragraph' }>): Unit[] {
  return [
    {
      kind: block.lead ? 'paragraph with a lead' : 'paragraph',
      text: block.lead ? `${block.lead} ${block.text}` : block.text,
    },
    ...(block.note ? [{ kind: 'note', text: block.note }] : []),
  ];
}

function unitsOfBlock(block: Block): Unit[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: `heading ${block.level}`, text: block.text }];
    case 'paragraph':
      return unitsOfParagraph(block);
    case 'list':
      return itemsOf(block, 0);
    case 'table':
      return unitsOfTable(block);
    case 'chart':
      return [{ kind: 'caption', text: block.caption }];
    case 'code':
      return [{ kind: 'code', text: block.text }];
    case 'quote':
      return [{ kind: 'quotation', text: block.text }];
    case 'fields':
      return block.pairs.map(([label, value]) => ({ kind: 'field', text: `${label} ${value}` }));
    case 'toc':
      return block.entries.map(({ text, page }) => ({ kind: 'entry of contents', text: `${text} ${page}` }));
    case 'equation':
      return [{ kind: 'formula', text: block.latex }];
    case 'lines':
      return block.lines.map((text) => ({ kind: 'line', text }));
    case 'aside':
    case 'side-by-side':
    case 'page-break':
      return [];
  }
}

/** What a reader would look for in the Markdown of a document. */
export function unitsOf(source: Sample['source']): Unit[] {
  return [
    ...(source.title ? [{ kind: 'title', text: source.title }] : []),
    ...(source.byline ?? []).map((text) => ({ kind: 'author', text })),
    ...(source.abstract ? [{ kind: 'abstract', text: source.abstract }] : []),
    ...eachBlock(source.blocks).flatMap(unitsOfBlock),
  ].map((unit) => (unit.kind === 'code' || unit.kind === 'formula' ? unit : { ...unit, text: plain(unit.text) }));
}

/** The Markdown in pieces of the kinds that are looked for. */
interface Pieces {
  readonly headings: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly formulas: ReadonlySet<string>;
  readonly tables: readonly string[];
  readonly all: string;
}

const spaced = (code: string): string => code.replaceAll(/[ \t]+$/gmu, '').trim();
const formulaKey = (latex: string): string => seenFormula(latex.replace(/ ?\\tag\{[^}]*\}$/u, '')) ?? latex;
const withoutReferences = (text: string): string =>
  text.replaceAll(/\[\^[^\]]*\]:?/gu, '').replaceAll(/<sup>.*?<\/sup>/gu, '');

function piecesOf(written: string): Pieces {
  const markdown = withWholeChapters(written);
  const fences = /^ *(`{3,}|~{3,})[^\n]*\n(.*?)\n *\1 *$/gmsu;
  const code = new Set([...markdown.matchAll(fences)].map((match) => spaced(match[2] ?? '')));
  const text = withoutReferences(markdown.replaceAll(fences, ''));
  const lines = text.split('\n');
  const stripped = (line: string): string => line.replace(/^\s*(?:>\s*)*(?:#{1,6}|[-*+]|\d+[.)])\s+/u, '');
  const blocks = text.split(/\n{2,}/u);
  return {
    headings: new Set(lines.filter((line) => /^#{1,6}\s/u.test(line)).map((line) => bare(stripped(line)))),
    items: new Set(
      lines
        .filter((line) => /^\s*(?:[-*+]|\d+[.)])\s/u.test(line))
        .map((line) => bare(stripped(line).replace(/^(?:\\?\(?(?:[a-z]|[ivx]+|\d+)\\?[.)]|[•–▪∗·])\s+/u, ''))),
    ),
    blocks: new Set([...blocks, ...lines].map((block) => bare(stripped(block)))),
    code,
    formulas: new Set(formulasOf(text).map(formulaKey)),
    tables: tablesOfMarkdown(text),
    all: bare(text),
  };
}

type Match = (unit: Unit, pieces: Pieces) => number;

const likeness: Match = ({ text }, { tables }) => Math.max(0, ...tables.map((table) => tableScore(text, table) ?? 0));

/** By the first word of a kind. */
const MATCHES: Readonly<Record<string, Match>> = {
  title: ({ text }, { headings }) => Number(headings.has(bare(text))),
  heading: ({ text }, { headings }) => Number(headings.has(bare(text))),
  item: ({ text }, { items }) => Number(items.has(bare(text))),
  nested: ({ text }, { items }) => Number(items.has(bare(text))),
  code: ({ text }, { code }) => Number(code.has(spaced(text))),
  formula: ({ text }, { formulas }) => Number(formulas.has(formulaKey(text))),
  table: likeness,
  simple: likeness,
  long: likeness,
  note: ({ text }, { all }) => Number(all.includes(bare(text))),
  author: ({ text }, { all }) => Number(all.includes(bare(text))),
  field: ({ text }, { all }) => Number(all.includes(bare(text))),
  entry: ({ text }, { all }) => Number(all.includes(bare(text))),
};

/** How well each unit is there, 0..1: in one piece and as what it is; a table by the likeness of its trees. */
export function foundUnits(units: readonly Unit[], markdown: string): number[] {
  const pieces = piecesOf(markdown);
  const usual = ({ text }: Unit): number => Number(pieces.blocks.has(bare(text)));
  return units.map((unit) => (MATCHES[unit.kind.split(' ', 1)[0] ?? ''] ?? usual)(unit, pieces));
}
