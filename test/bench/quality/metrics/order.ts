import { indelRatio } from './edit-distance.ts';
import { pipeTablesToHtml } from './pipe-tables.ts';

export function collapse(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/**
 * NID: how much of the text is there and in the right order, 0..1. Both texts have their tables as HTML and their white
 * space collapsed. Undefined where the truth has no text.
 */
export function orderScore(truth: string, markdown: string): number | undefined {
  const expected = collapse(pipeTablesToHtml(truth));
  return expected === '' ? undefined : indelRatio(expected, collapse(pipeTablesToHtml(markdown)));
}
