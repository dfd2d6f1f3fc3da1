import type { WarningSummary } from '../../resource/warnings.ts';

/** Intervals of pages that a warning lists: fewer where the header would be longer than proxies are sure to pass on. */
const MOST_INTERVALS = 4;
const MOST_LETTERS = 2047;

/**
 * The warnings of a conversion whose response has no place for them in its body, as a structured field (RFC 9651): a
 * list of kinds with their pages and how often they occur. Undefined if there are none.
 */
export function warningsHeader(warnings: readonly WarningSummary[] = []): string | undefined {
  if (warnings.length === 0) return undefined;
  const format = (most: number): string =>
    warnings.map(({ kind, pages, count }) => `${kind}${formatPages(pages, most)};count=${count}`).join(', ');
  let most = MOST_INTERVALS;
  while (most > 1 && format(most).length > MOST_LETTERS) most -= 1;
  return format(most);
}

function formatPages(pages: string | undefined, most: number): string {
  if (pages === undefined) return '';
  const intervals = pages.split(',');
  return `;pages="${intervals.slice(0, most).join(',')}"${intervals.length > most ? ';more' : ''}`;
}
