/**
 * Grows the trees that tell running headers and footers of a page that stands alone (docs/decisions/059-excerpts.md).
 * Pages of longer documents are looked at as if they were files of their own: what repeats on the pages around them is
 * known to run. Prints how many lines are left out, rightly and wrongly, by trees that were not grown on their
 * repository, and writes the trees that are grown on all.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LayoutPage, TextBlock } from '../../../src/convert/layout/model/page-model.ts';
import { edgeLine } from '../../../src/convert/layout/summary.ts';
import { plain } from '../../../src/convert/layout/text/inlines.ts';
import { excerptFacts, holdsFolio } from '../../../src/convert/merge/excerpt-facts.ts';
import { DEPTH } from '../../../src/convert/merge/excerpt-trees.ts';
import { isExcerpt, mayRun } from '../../../src/convert/merge/excerpts.ts';
import { findRunningLines, type RunningLines } from '../../../src/convert/merge/running-lines.ts';
import { boost } from './boost.ts';
import { convertPages } from './convert-pages.ts';
import { findDocuments, type BenchDocument } from './documents.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { squeeze } from './heading-truth.ts';
import { ocrOf } from './ours.ts';
import { repositoriesByName } from './real/list.ts';

const OPTIONS = { trees: 100, depth: DEPTH, rate: 0.08, ridge: 4, least: 0.5 };
const FOLDS = 6;
/** Pages that tell whether a line repeats, and pages that are taken of one document. */
const PAGES = { least: 3, most: 12 };
/** How much a document of programs counts beside a real one. */
const MADE_WEIGHT = 0.3;
const THRESHOLDS = [0, 0.5, 1, 1.5, 2, 3];

interface Line extends GroupedSample {
  readonly set: BenchDocument['set'];
  readonly isFirst: boolean;
}

/** Some pages of a document, the first among them. */
function somePages(pages: readonly LayoutPage[]): readonly LayoutPage[] {
  const step = Math.max(1, pages.length / PAGES.most);
  return pages.filter((_, index) => index === 0 || Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/**
 * Whether a line runs. Unknown where it is the number of its page and no other page confirms it, and where the truth
 * lacks it.
 */
function answerOf(block: TextBlock, page: LayoutPage, running: RunningLines, truth: string): 0 | 1 | undefined {
  if (block.edge && running(page.page, edgeLine(block)) !== undefined) return 1;
  const text = squeeze(`${block.label?.text ?? ''}${plain(block.content)}`);
  return holdsFolio(page, block) || text === '' || !truth.includes(text) ? undefined : 0;
}

async function linesOf({ path, truth, set, name }: BenchDocument, group: string): Promise<Line[]> {
  const pages: LayoutPage[] = [];
  const summary = await convertPages(path, ocrOf({ set }), (page) => void (page.kind === 'layout' && pages.push(page)));
  if (!summary.layout || pages.length < PAGES.least) return [];
  const running = findRunningLines([summary.layout]);
  const wanted = squeeze(readFileSync(truth, 'utf8'));
  const lines = somePages(pages)
    .filter(isExcerpt)
    .flatMap((page) => {
      const edges = mayRun(page);
      if (edges.length === page.blocks.length) return [];
      return edges.flatMap((block) => {
        const y = answerOf(block, page, running, wanted);
        return y === undefined ? [] : [{ x: excerptFacts(page, block), y, isFirst: page === pages[0] }];
      });
    });
  const weight = (set === 'real' || set === 'tuning' ? 1 : MADE_WEIGHT) / Math.sqrt(lines.length);
  return lines.map((line) => ({ ...line, weight, odds: 0, group: group || name, set }));
}

function crossValidate(lines: readonly Line[]): void {
  const odds = oddsOutOfFold(lines, FOLDS, OPTIONS);
  const real = lines.filter(({ set }) => set === 'real' || set === 'tuning');
  for (const least of THRESHOLDS) {
    const count = (some: readonly Line[], y: 0 | 1): string => {
      const own = some.filter((line) => line.y === y);
      return `${own.filter((line) => odds(line) > least).length} of ${own.length}`;
    };
    const first = real.filter(({ isFirst }) => isFirst);
    console.log(
      `above ${least}: ${count(real, 1)} running lines and ${count(real, 0)} others are left out; ` +
        `of first pages ${count(first, 1)} and ${count(first, 0)}`,
    );
  }
}

async function main(): Promise<void> {
  const repositories = repositoriesByName();
  const lines: Line[] = [];
  for (const document of await findDocuments()) {
    const { name, half, set } = document;
    if (half !== 'dev' || !['real', 'tuning', 'latex', 'chromium', 'libreoffice'].includes(set)) continue;
    lines.push(...(await linesOf(document, repositories.get(name) ?? name)));
  }
  crossValidate(lines);
  await writeFile(
    join(import.meta.dirname, '../../../src/convert/merge/excerpt-trees.ts'),
    `/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/**
 * Trees that tell running headers and footers of a page that stands alone: fact and threshold of each split by level,
 * then the leaves. The facts are those of \`excerpt-facts.ts\`; \`node test/bench/quality/fit-excerpts.ts\` writes
 * them.
 */
export const TREES: readonly number[] = [${boost(lines, OPTIONS).join(', ')}];
`,
  );
}

await main();
