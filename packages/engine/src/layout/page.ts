import type { LayoutPage } from './model/page-model.ts';
import type { RawPage } from './model/raw-page.ts';
import { cutLines } from './stages/cut-lines.ts';
import { findRegions } from './stages/find-regions.ts';
import { finishPage } from './stages/finish-page.ts';
import { orient } from './stages/orient.ts';
import { readBlocks } from './stages/read-blocks.ts';
import { readText } from './stages/read-text.ts';

/**
 * Infers the structure of one page, in six stages of which each takes what the one before gives. A pure function: the
 * same raw page gives the same layout page.
 */
export const layoutPage = (raw: RawPage): LayoutPage =>
  finishPage(readBlocks(findRegions(cutLines(readText(orient(raw))))));
