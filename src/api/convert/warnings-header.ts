import type { WarningSummary } from '../../resource/warnings.ts';

/** Intervals of pages that a warning lists. With a page number of six digits, all kinds together stay below 2 KiB. */
const MOST_INTERVALS = 4;

/**
 * The warnings of a conversion whose response has no place for them in its body, as a structured field (RFC 9651): a
 * list of kinds with their pages and how often they occur. Undefined if there are none.
 */
export function warningsHeader(warnings: readonly WarningSummary[] = []): string | undefined {
  if (warnings.length === 0) return undefined;
  return warnings.map(({ kind, pages, count }) => `${kind}${formatPages(pages)};count=${count}`).join(', ');
}

function formatPages(pages: string | undefined): string {
  if (pages === undefined) return '';
  const intervals = pages.split(',');
  return `;pages="${intervals.slice(0, MOST_INTERVALS).join(',')}"${intervals.length > MOST_INTERVALS ? ';more' : ''}`;
}
