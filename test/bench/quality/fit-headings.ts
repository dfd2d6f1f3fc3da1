import { tmpdir } from 'node:os';
import { readFile, stat } from 'node:fs/promises';
import { convert } from '../../../src/convert/convert.ts';
import { plain } from '../../../src/convert/layout/text/inlines.ts';
import type { LayoutPage } from '../../../src/convert/layout/model/page-model.ts';
import { edgeLine } from '../../../src/convert/layout/summary.ts';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.ts';
import { readDocumentStyle } from '../../../src/convert/layout/headings/document-style.ts';
import { FEATURES, headingFeatures } from '../../../src/convert/layout/headings/features.ts';
import { findRunningLines } from '../../../src/convert/merge/running-lines.ts';
import type { PageModel } from '../../../src/convert/page-model.ts';
import { findDocuments } from './documents.ts';
import type { BenchDocument } from './documents.ts';
import { fitLogistic, probability } from './logistic.ts';
import type { Sample } from './logistic.ts';

interface Row extends Sample {
  readonly document: BenchDocument;
}

function squeeze(text: string): string {
  return text
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** The truth has this heading, or most of it where a line was cut or joined. */
function isAmong(headings: readonly string[], text: string): boolean {
  return headings.some(
    (heading) =>
      heading === text ||
      (text.length > 7 &&
        heading.length > 7 &&
        ((heading.includes(text) && text.length > 0.6 * heading.length) ||
          (text.includes(heading) && heading.length > 0.6 * text.length))),
  );
}

/**
 * Weight of a document's blocks: long documents count less a block, those of real layouts more, those without headings
 * little.
 */
function weightOf(document: BenchDocument, blocks: number, graded: boolean): number {
  return ((graded ? 1 : 0.25) * (document.set === 'public' ? 2 : document.set === 'real' ? 1.5 : 1)) / blocks ** 0.6;
}

/** Every block of a document that may be a heading, with its features and whether the truth has it as one. */
async function rowsOf(document: BenchDocument): Promise<Row[]> {
  const models: PageModel[] = [];
  const { size } = await stat(document.path);
  const result = await convert(
    { path: document.path, bytes: size, fileName: document.name },
    undefined,
    {
      includeImages: false,
      native: 'refuse',
      emphasis: true,
      ocr: { mode: 'auto', languages: ['eng'] },
      limits: DEFAULT_LIMITS,
      scratch: tmpdir(),
    },
    { page: async (model) => void models.push(model), asset: async () => {} },
  );
  if (result.outcome !== 'done' || !result.summary.layout) return [];
  const style = readDocumentStyle([result.summary.layout]);
  if (style.isTagged) return [];
  const running = findRunningLines([result.summary.layout]);
  const headings = (await readFile(document.truth, 'utf8'))
    .split('\n')
    .filter((line) => /^#+ /u.test(line))
    .map(squeeze);
  const found: { x: number[]; y: 0 | 1 }[] = [];
  for (const page of models.filter((model): model is LayoutPage => model.kind === 'layout')) {
    const blocks = page.blocks.filter(
      (block) => !(block.kind === 'text' && block.edge !== undefined && running(page.page, edgeLine(block))),
    );
    for (const [index, block] of blocks.entries()) {
      if (
        block.kind !== 'text' ||
        !block.candidate ||
        block.role !== undefined ||
        block.label?.kind === 'bullet' ||
        block.label?.kind === 'check'
      )
        continue;
      const features = headingFeatures({
        block,
        before: blocks[index - 1],
        after: blocks[index + 1],
        page,
        document: style,
      });
      const text = plain(block.content);
      found.push({
        x: FEATURES.map((name) => Number(features[name])),
        y: isAmong(headings, squeeze(text)) || isAmong(headings, squeeze((block.label?.text ?? '') + text)) ? 1 : 0,
      });
    }
  }
  return found.map((row) => ({ ...row, document, weight: weightOf(document, found.length, headings.length > 0) }));
}

/** Precision and recall on one half, weighed as in the fit. */
function quality(rows: readonly Row[], weights: readonly number[]): string {
  let right = 0;
  let said = 0;
  let there = 0;
  for (const row of rows) {
    const yes = probability(weights, row.x) > 0.45;
    said += yes ? row.weight : 0;
    there += row.y * row.weight;
    right += yes ? row.y * row.weight : 0;
  }
  return `precision ${(right / said).toFixed(3)}, recall ${(right / there).toFixed(3)}`;
}

/**
 * Fits the weights of `src/convert/layout/headings/weights.ts` on the tuning half and prints them, with how they do on
 * both halves.
 */
async function main(): Promise<void> {
  const rows: Row[] = [];
  for (const document of await findDocuments()) {
    if (document.set !== 'office') rows.push(...(await rowsOf(document)));
  }
  const tuning = rows.filter(({ document }) => document.half === 'dev');
  const weights = fitLogistic(tuning, 5);
  console.log(
    `tuning: ${quality(tuning, weights)}; held out: ${quality(
      rows.filter(({ document }) => document.half === 'held'),
      weights,
    )}`,
  );
  console.log(FEATURES.map((name, index) => `${name}: ${Number((weights[index] ?? 0).toFixed(2))}`).join(', '));
  console.log(`\nBIAS ${(weights.at(-1) ?? 0).toFixed(2)}`);
}

await main();
