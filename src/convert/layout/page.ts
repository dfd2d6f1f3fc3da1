import type { LayoutPage } from './model/page-model.ts';
import type { RawPage } from './model/raw-page.ts';
import { startOf, type PageState } from './page-state.ts';
import {
  attachLabelsAndScripts,
  cleanRuns,
  cutLines,
  findRulings,
  findStyles,
  finishPage,
  joinLabelsAndValues,
  markNotes,
  orient,
  placeFigures,
  readBlocks,
  readInlineFormulas,
  separateEdges,
  separateFrames,
  takeAddresses,
  takeFormulas,
  takeTablesOfRulings,
  takeTablesOfTags,
  takeTablesWithMarks,
} from './stages.ts';

type Stage = (page: PageState) => PageState;

/** How a page becomes blocks. src/convert/layout/README.md walks through these stages. */
const STAGES: readonly Stage[] = [
  // text/ and formulas/: from what is painted to glyph runs that read from left to right
  orient,
  takeFormulas,
  readInlineFormulas,
  cleanRuns,
  findStyles,
  attachLabelsAndScripts,
  // tables/: what tags and rulings say to be a table leaves the text, since its gaps look like gutters
  findRulings,
  takeTablesOfTags,
  takeTablesOfRulings,
  cutLines,
  takeAddresses,
  takeTablesWithMarks,
  joinLabelsAndValues,
  // order/: what stands apart, and the columns of the rest; other tables are found within them
  separateEdges,
  separateFrames,
  // blocks/: paragraphs, items, headings, code and notes
  readBlocks,
  markNotes,
  placeFigures,
];

/** Infers the structure of one page. A pure function: the same raw page gives the same layout page. */
export const layoutPage = (raw: RawPage): LayoutPage =>
  finishPage(STAGES.reduce((page, stage) => stage(page), startOf(raw)));
