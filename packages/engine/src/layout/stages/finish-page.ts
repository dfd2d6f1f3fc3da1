import type { LayoutPage, PageWarning } from '../model/page-model.ts';
import { isStyledAlike, styleOf } from '../text/styles.ts';
import { lettersMissing, textsOfBlocks, textsOfRuns } from './conservation.ts';
import type { PageBlocks } from './read-blocks.ts';

/** Letters of each style on the page. */
function lettersByStyle({ runs, styles }: PageBlocks): Pick<LayoutPage, 'styles' | 'letters'> {
  const letters: number[] = [];
  let last: PageBlocks['runs'][number] | undefined;
  let index = -1;
  for (const run of runs) {
    if (last === undefined || !isStyledAlike(run, last)) index = styles.indexOf(styleOf(run));
    last = run;
    letters[index] = (letters[index] ?? 0) + run.text.length;
  }
  return { styles: styles.styles, letters: styles.styles.map((_, at) => letters[at] ?? 0) };
}

/** Letters of the text that are in no block. What was left out on purpose is no longer among the runs. */
function lostText({ runs, blocks }: PageBlocks): PageWarning[] {
  const count = lettersMissing(textsOfRuns(runs), textsOfBlocks(blocks));
  return count > 0 ? [{ kind: 'text-not-placed', count }] : [];
}

/** The page as the merge takes it. */
export function finishPage(page: PageBlocks): LayoutPage {
  const { canvas, blocks, folio } = page;
  const { width, height, outline, frame, confidence } = canvas;
  const warnings = [...page.warnings, ...lostText(page)];
  return {
    kind: 'layout',
    page: canvas.page,
    width,
    height,
    blocks,
    ...lettersByStyle(page),
    ...(outline.length > 0
      ? { outline: outline.map(({ level, title, y }) => ({ level, title, ...(y === undefined ? {} : { y }) })) }
      : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(frame === undefined ? {} : { frame }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(folio === undefined ? {} : { folio }),
  };
}
