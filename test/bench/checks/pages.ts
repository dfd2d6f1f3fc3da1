import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { halfOf } from '../quality/corpus/plan.ts';
import { CORPUS } from '../quality/documents.ts';
import type { Check } from './check.ts';

/** Real pages of annual reports in four languages and of papers, with checks in the format of olmOCR-bench. */
export const REPOSITORY = 'xingdi1990/olmocr';
export const COMMIT = '07fc552313de225c102588a330b32382b44ea1fa';
export const SETS = ['en', 'fr', 'ja', 'zh', 'arxiv_math'] as const;
export const CHECKS = join(CORPUS, 'checks');
export const TYPES = ['present', 'absent', 'order', 'table', 'math'] as const;

/** A page, which is a PDF of its own, with all of its checks. */
export interface CheckedPage {
  /** The path of its PDF within the benchmark, such as `en/NAME_pg7.pdf`. */
  readonly pdf: string;
  readonly path: string;
  readonly half: 'dev' | 'held';
  readonly checks: readonly Check[];
}

/** The report that a page is of: all of its pages are in one half. */
const reportOf = (pdf: string): string => pdf.replace(/_pg\d+\.pdf$/u, '');

const isCheck = (check: { readonly type: string }): check is Check => TYPES.some((type) => type === check.type);

/** All pages in the order of their sets, without the few that a clone lacks since they are large. */
export function readPages(): CheckedPage[] {
  const pages = new Map<string, Check[]>();
  for (const set of SETS)
    for (const line of readFileSync(join(CHECKS, `${set}.jsonl`), 'utf8').split('\n')) {
      const check = line.trim() ? (JSON.parse(line) as { readonly type: string; readonly pdf: string }) : undefined;
      if (!check || !isCheck(check)) continue;
      pages.set(check.pdf, [...(pages.get(check.pdf) ?? []), check]);
    }
  return [...pages]
    .map(([pdf, checks]) => ({ pdf, path: join(CHECKS, 'pdfs', pdf), half: halfOf(reportOf(pdf)), checks }))
    .filter(({ path }) => existsSync(path));
}
