/**
 * Grows the trees that tell running headers and footers of a page that stands alone (docs/decisions/059-excerpts.md).
 * Pages of longer documents are looked at as if they were files of their own: what repeats on the pages around them is
 * known to run. With `--clones FOLDER`, the pages of documents that no list names are looked at too. Prints how many
 * lines are left out, rightly and wrongly, by trees that were not grown on their repository, and writes the trees that
 * are grown on all.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LayoutPage, TextBlock } from '../../../packages/engine/src/layout/model/page-model.ts';
import { isNear } from '../../../packages/engine/src/layout/model/geometry.ts';
import { edgeLine } from '../../../packages/engine/src/layout/summary.ts';
import { plain } from '../../../packages/engine/src/layout/text/inlines.ts';
import { excerptFacts, holdsFolio } from '../../../packages/engine/src/merge/excerpt-facts.ts';
import { DEPTH } from '../../../packages/engine/src/merge/excerpt-trees.ts';
import { isExcerpt, mayRun } from '../../../packages/engine/src/merge/excerpts.ts';
import type { OcrMode } from '../../../packages/engine/src/options.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import type { PageRange } from '../../../packages/engine/src/source.ts';
import { findRunningLines, type RunningLines } from '../../../packages/engine/src/merge/running-lines.ts';
import { boost } from './boost.ts';
import { convertPages } from './convert-pages.ts';
import { findDocuments, type BenchDocument } from './documents.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { squeeze } from './heading-truth.ts';
import { ocrOf } from './ours.ts';
import { repositoriesByName } from './real/list.ts';
import { unlistedPdfs } from './real/unlisted.ts';

const OPTIONS = { trees: 160, depth: DEPTH, rate: 0.08, ridge: 4, least: 0.5 };
const FOLDS = 6;
/** Pages that tell whether a line repeats, and pages that are taken of one document. */
const PAGES = { least: 3, most: 12 };
/** Documents of programs, and how much one counts beside a real one. */
const MADE: ReadonlySet<string> = new Set(['latex', 'chromium', 'libreoffice']);
const MADE_WEIGHT = 0.3;
const THRESHOLDS = [0, 0.5, 1, 1.5, 2, 3];
/** Documents of one repository that no list names, the first pages of each, and the pages that it may have. */
const UNLISTED = { documents: 9, first: 24, leastPages: 4, mostPages: 150 };
/** Points by which lines of one place may differ. */
const SLOT = { height: 1, side: 2 };

interface Line extends GroupedSample {
  readonly set: BenchDocument['set'] | 'unlisted';
  readonly isFirst: boolean;
}

/** Some pages of a document, the first among them. */
function somePages(pages: readonly LayoutPage[]): readonly LayoutPage[] {
  const step = Math.max(1, pages.length / PAGES.most);
  return pages.filter((_, index) => index === 0 || Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A document as it was read, and how it is told that a line which does not repeat is text. */
interface Read {
  readonly pages: readonly LayoutPage[];
  readonly running: RunningLines;
  readonly isText: (block: TextBlock, page: LayoutPage) => boolean;
}

/** Whether a line runs. Unknown where it is the number of its page and no other page confirms it. */
function answerOf(block: TextBlock, page: LayoutPage, { running, isText }: Read): 0 | 1 | undefined {
  const line = edgeLine(block, page);
  if (line && running(page.page, line) !== undefined) return 1;
  return holdsFolio(page, block) || !isText(block, page) ? undefined : 0;
}

function isInTruth(truth: string): Read['isText'] {
  const wanted = squeeze(truth);
  return (block) => {
    const text = squeeze(`${block.label?.text ?? ''}${plain(block.content)}`);
    return text !== '' && wanted.includes(text);
  };
}

/**
 * Whether no page nearby has another line of the same style at the same place: those that change with the chapter run
 * too.
 */
function standsAlone(pages: readonly LayoutPage[]): Read['isText'] {
  return (block, page) => {
    const style = page.styles[block.style]!;
    return !pages.some(
      (other) =>
        other !== page &&
        isNear(other.page, page.page, 2) &&
        other.blocks.some((line) => {
          if (line.kind !== 'text' || !line.edge || !isNear(line.box[3], block.box[3], SLOT.height)) return false;
          const { size, family } = other.styles[line.style]!;
          const isAlike = size === style.size && family === style.family;
          const isAtSide = [0, 2].some((side) => isNear(line.box[side]!, block.box[side]!, SLOT.side));
          return isAlike && (isAtSide || isNear(line.box[0] + line.box[2], block.box[0] + block.box[2], 2 * SLOT.side));
        }),
    );
  };
}

function linesOf(read: Read, group: string, set: Line['set']): Line[] {
  const lines = somePages(read.pages)
    .filter(isExcerpt)
    .flatMap((page) => {
      const edges = mayRun(page);
      if (edges.length === page.blocks.length) return [];
      return edges.flatMap((block) => {
        const y = answerOf(block, page, read);
        return y === undefined ? [] : [{ x: excerptFacts(page, block), y, isFirst: page === read.pages[0] }];
      });
    });
  const weight = (MADE.has(set) ? MADE_WEIGHT : 1) / Math.sqrt(lines.length);
  return lines.map((line) => ({ ...line, weight, odds: 0, group, set }));
}

async function readDocument(
  path: string,
  ocr: OcrMode,
  range?: PageRange,
): Promise<(Omit<Read, 'isText'> & { all: number }) | undefined> {
  const pages: LayoutPage[] = [];
  const take = (page: PageModel): void => void (page.kind === 'layout' && pages.push(page));
  const summary = await convertPages(path, ocr, take, range);
  if (!summary.layout || pages.length < PAGES.least) return undefined;
  return { pages, running: findRunningLines([summary.layout]), all: summary.pages };
}

/** Lines of documents that no list names. */
async function linesOfUnlisted(clones: string): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'excerpts-'));
  const path = join(folder, 'a.pdf');
  const lines: Line[] = [];
  for (const { repository, pdfs } of unlistedPdfs(clones)) {
    let taken = 0;
    for (const bytes of pdfs) {
      if (taken === UNLISTED.documents) break;
      writeFileSync(path, bytes);
      // a file that is no PDF, or a broken one
      const read = await readDocument(path, 'off', { start: 1, end: UNLISTED.first }).catch(() => undefined);
      if (!read || read.all < UNLISTED.leastPages || read.all > UNLISTED.mostPages) continue;
      taken += 1;
      lines.push(...linesOf({ ...read, isText: standsAlone(read.pages) }, repository, 'unlisted'));
    }
  }
  rmSync(folder, { recursive: true });
  return lines;
}

function crossValidate(lines: readonly Line[]): void {
  const odds = oddsOutOfFold(lines, FOLDS, OPTIONS);
  const real = lines.filter(({ set }) => set === 'real' || set === 'tuning');
  const unlisted = lines.filter(({ set }) => set === 'unlisted');
  for (const least of THRESHOLDS) {
    const count = (some: readonly Line[], y: 0 | 1): string => {
      const own = some.filter((line) => line.y === y);
      return `${own.filter((line) => odds(line) > least).length} of ${own.length}`;
    };
    const first = real.filter(({ isFirst }) => isFirst);
    console.log(
      `above ${least}: ${count(real, 1)} running lines and ${count(real, 0)} others are left out; ` +
        `of first pages ${count(first, 1)} and ${count(first, 0)}; of unlisted ${count(unlisted, 1)} and ${count(unlisted, 0)}`,
    );
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { clones: { type: 'string' } } });
  const repositories = repositoriesByName();
  const lines: Line[] = [];
  for (const document of await findDocuments()) {
    const { name, half, set, path, truth } = document;
    if (half !== 'dev' || !(MADE.has(set) || set === 'real' || set === 'tuning')) continue;
    const read = await readDocument(path, ocrOf(document));
    if (!read) continue;
    const isText = isInTruth(readFileSync(truth, 'utf8'));
    lines.push(...linesOf({ ...read, isText }, repositories.get(name) ?? name, set));
  }
  if (values.clones) lines.push(...(await linesOfUnlisted(values.clones)));
  crossValidate(lines);
  await writeFile(
    join(import.meta.dirname, '../../../packages/engine/src/merge/excerpt-trees.ts'),
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
