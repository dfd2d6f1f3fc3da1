import { execFileSync } from 'node:child_process';
import { parseDocument } from 'htmlparser2';
import { indelRatio } from '../metrics/edit-distance.ts';
import type { Metric } from '../metrics/score.ts';
import { bodyWords, wordsOf } from './text-layer.ts';
import type { TextLayer } from './text-layer.ts';

/** What may be scored by a truth, or why nothing may. */
export type Belief = { readonly metrics: readonly Metric[] } | { readonly reason: string };

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Which part of the first words is among the second, as bags. */
export function shareOf(words: readonly string[], among: readonly string[]): number {
  if (words.length === 0) return 1;
  const counts = countsOf(among);
  let found = 0;
  for (const word of words) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found++;
    counts.set(word, left - 1);
  }
  return found / words.length;
}

export function withoutTags(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Similarity of the orders of two texts: each distinct word that both have equally often becomes one sign. */
function orderLikeness(first: readonly string[], second: readonly string[]): number {
  const a = countsOf(first);
  const b = countsOf(second);
  const signs = new Map<string, string>();
  for (const [word, count] of a) if (b.get(word) === count) signs.set(word, String.fromCodePoint(0x4e00 + signs.size));
  const line = (words: readonly string[]): string => words.map((word) => signs.get(word) ?? '').join('');
  return signs.size < 10 ? 1 : indelRatio(line(first), line(second));
}

type HtmlNode = ReturnType<typeof parseDocument>['children'][number];

function rowWidths(table: HtmlNode): number[] {
  const children = (node: HtmlNode): HtmlNode[] => ('children' in node ? node.children : []);
  const rows = (node: HtmlNode): HtmlNode[] =>
    children(node).flatMap((child) => ('name' in child && child.name === 'tr' ? [child] : rows(child)));
  const held: number[] = [];
  return rows(table).map((row) => {
    let width = held.shift() ?? 0;
    for (const cell of children(row)) {
      if (!('attribs' in cell)) continue;
      const columns = Number(cell.attribs['colspan'] ?? 1) || 1;
      const rowSpan = Number(cell.attribs['rowspan'] ?? 1) || 1;
      width += columns;
      for (let below = 0; below < rowSpan - 1; below++) held[below] = (held[below] ?? 0) + columns;
    }
    return width;
  });
}

/** Tables whose rows do not have the same width were tagged by accident. */
function tablesAreSound(markdown: string): boolean {
  const tables = markdown.match(/<table>.*?<\/table>/gsu) ?? [];
  return tables.every((table) => {
    const widths = rowWidths(parseDocument(table).children[0] as HtmlNode);
    const width = Math.max(...widths);
    return !table.slice(7).includes('<table') && widths.filter((own) => own === width).length >= 0.8 * widths.length;
  });
}

interface Line {
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
}

/** Lines of a page with the size of their letters and whether all of them are bold. */
function styledLines(path: string): Line[] {
  const xml = execFileSync('pdftohtml', ['-xml', '-i', '-stdout', '-q', path], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sizes = new Map<string, number>();
  const lines: Line[] = [];
  for (const [, attributes = '', content] of xml.matchAll(/<(?:fontspec|text)\s([^>]*?)(?:\/>|>(.*?)<\/text>)/gsu)) {
    const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(attributes)?.[1] ?? '';
    if (content === undefined) {
      sizes.set(of('id'), Number(of('size')));
      continue;
    }
    const text = withoutTags(content).trim();
    const bold = /^\s*<b>.*<\/b>\s*$/su.test(content) && !/<\/b>[^<]*[\p{L}\p{N}][^<]*<b>/su.test(content);
    if (text !== '') lines.push({ text, size: sizes.get(of('font')) ?? 0, bold });
  }
  return lines;
}

function headingsOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => /^#{1,6} /u.test(line))
    .map((line) => line.replace(/^#+ /u, ''));
}

/**
 * Whether the author tagged the headings as they look: lines in the style of the headings that are no headings in the
 * truth must be the exception. Many authors tag the title and leave the rest as bold paragraphs.
 */
export function headingsAreSound(path: string, markdown: string): boolean {
  const squeeze = (text: string): string => wordsOf(text).join('');
  const headings = new Set(headingsOf(markdown).map(squeeze));
  const inHeadings = [...headings].join('\n');
  const cells = new Set([...markdown.matchAll(/<td[^>]*>(.*?)<\/td>/gsu)].map(([, cell]) => squeeze(cell ?? '')));
  const lines = styledLines(path);
  const inOne = (text: string): boolean => headings.has(text) || (text.length > 8 && inHeadings.includes(text));
  const counts = new Map<number, number>();
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length);
  const body = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const found = lines.filter(({ text }) => inOne(squeeze(text)));
  if (found.length === 0) return false;
  const least = Math.min(...found.map(({ size }) => size));
  const needsBold = found.filter(({ bold }) => bold).length > 0.7 * found.length;
  const others = lines.filter(({ text, size, bold }) => {
    const key = squeeze(text);
    return (
      key.length > 3 &&
      text.length < 90 &&
      /\p{L}{3}/u.test(text) &&
      !inOne(key) &&
      !cells.has(key) &&
      size >= Math.max(least, body) &&
      (bold || size > 1.15 * body) &&
      (bold || !needsBold)
    );
  });
  return others.length <= 0.34 * headings.size;
}

export interface Bounds {
  /** Least part of the truth's words that the text layer has. */
  readonly recall: number;
  /** Least part of the text layer's words, running lines aside, that the truth has. */
  readonly coverage: number;
}

/** Compares a truth with the text layer of its PDF, and its headings and tables with themselves and with the page. */
export function believe(path: string, layer: TextLayer, markdown: string, bounds: Bounds): Belief {
  const said = wordsOf(withoutTags(markdown));
  const shown = bodyWords(layer);
  if (said.length < 50) return { reason: 'fewer than 50 words' };
  const recall = shareOf(said, wordsOf(layer.pages.join('\n').replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2')));
  if (recall < bounds.recall) return { reason: `words that the page has not (${recall.toFixed(2)})` };
  const coverage = shareOf(shown, said);
  if (coverage < bounds.coverage) return { reason: `words of the page missing (${coverage.toFixed(2)})` };
  if (orderLikeness(shown, said) < 0.55) return { reason: 'in quite another order' };
  const headings = headingsOf(markdown);
  const headingWords = wordsOf(headings.join(' ')).length;
  const hasTables = markdown.includes('<table>');
  if (headings.length === 0 && !hasTables && !/^\s*(?:-|\d+\.) /mu.test(markdown)) return { reason: 'paragraphs only' };
  if (headings.some((heading) => heading.length > 250) || headingWords > 0.35 * said.length)
    return { reason: 'too much of it is headings' };
  if (hasTables && !tablesAreSound(markdown)) return { reason: 'ragged tables' };
  const metrics: Metric[] = ['order'];
  if (hasTables) metrics.push('tables');
  if (headings.length > 0 && headingsAreSound(path, markdown)) metrics.push('headings');
  return { metrics };
}
