import { readFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { parseArgs } from 'node:util';
import { DECISIONS, type Decision } from '../packages/engine/src/layout/model/decisions.ts';
import { overlapX, overlapY } from '../packages/engine/src/layout/model/geometry.ts';
import type { LayoutBlock } from '../packages/engine/src/layout/model/page-model.ts';
import type { Rect } from '../packages/engine/src/layout/model/raw-page.ts';
import { layoutPage } from '../packages/engine/src/layout/page.ts';
import { plain } from '../packages/engine/src/layout/text/inlines.ts';
import { createExtraction } from '../packages/engine/src/pdf/extract.ts';
import { openPdf } from '../packages/engine/src/pdf/open.ts';

/**
 * Prints the blocks of one page of a PDF, and with `--explain` which checks decided what they became:
 * `node scripts/explain-layout.ts FILE --page N [--explain]`. The page's text layer is read; scans have none.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'string', default: '1' }, explain: { type: 'boolean', default: false } },
});

const TEXT_LENGTH = 70;

/** Questions that are asked of places that may hold several blocks, or none. */
const OF_REGIONS = new Set([
  'columns',
  'frame',
  'figure',
  'ruled table',
  'tagged table',
  'wrapped table',
  'rulings',
  'aligned table',
  'statement',
]);

const rectOf = ({ box: [x0, y0, x1, y1] }: LayoutBlock): Rect => ({ x0, y0, x1, y1 });

const placeOf = ({ x0, y0, x1, y1 }: Rect): string => [x0, y0, x1, y1].map(Math.round).join(' ');

function textOf(block: LayoutBlock): string {
  switch (block.kind) {
    case 'text':
      return `${block.label ? `${block.label.text} ` : ''}${plain(block.content)}`;
    case 'table':
      return block.rows.map((row) => row.map((cell) => plain(cell.content)).join(' | ')).join(' / ');
    case 'code':
      return block.text;
    case 'figure':
      return block.alt;
    case 'formula':
      return block.latex;
  }
}

function describe(block: LayoutBlock): string {
  const marks =
    block.kind === 'text'
      ? [block.role, block.edge && `at the ${block.edge}`, block.candidate && 'heading candidate', block.label?.kind]
      : [];
  const kind = [block.kind, ...marks.filter(Boolean)].join(', ');
  const text = textOf(block).replaceAll(/\s+/g, ' ');
  return `[${placeOf(rectOf(block))}] ${kind}: ${text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text}`;
}

const lineOf = ({ question, answer, reason, box }: Decision): string =>
  `    ${question}: ${answer}, because: ${reason} [${placeOf(box)}]`;

const touch = (a: Rect, b: Rect): boolean => overlapX(a, b) > 0 && overlapY(a, b) > 0;

const holds = (outer: Rect, inner: Rect): boolean =>
  inner.x0 >= outer.x0 - 1 && inner.x1 <= outer.x1 + 1 && inner.y0 >= outer.y0 - 1 && inner.y1 <= outer.y1 + 1;

/** A decision on a line or block belongs to the block that holds it, one on a region to the blocks that it touches. */
const isAbout = (decision: Decision, block: LayoutBlock): boolean =>
  OF_REGIONS.has(decision.question)
    ? block.kind !== 'text' && touch(decision.box, rectOf(block))
    : holds(rectOf(block), decision.box);

async function main(): Promise<void> {
  const [file] = positionals;
  if (file === undefined) {
    console.log('node scripts/explain-layout.ts FILE --page N [--explain]');
    return;
  }
  const decisions: Decision[] = [];
  if (values.explain) subscribe(DECISIONS, (decision) => void decisions.push(decision as Decision));
  const pdf = await openPdf(readFileSync(file));
  const { raw } = await createExtraction(pdf).page(Number(values.page));
  const { blocks } = layoutPage(raw);
  pdf.close();
  for (const block of blocks) {
    console.log(describe(block));
    for (const decision of decisions.filter((each) => isAbout(each, block))) console.log(lineOf(decision));
  }
  const others = decisions.filter((decision) => !blocks.some((block) => isAbout(decision, block)));
  if (others.length > 0) console.log('\nOf regions:');
  for (const decision of others) console.log(lineOf(decision));
}

await main();
