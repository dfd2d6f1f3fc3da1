import { execFileSync } from 'node:child_process';
import type { ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';

const QUIET: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  maxBuffer: 1e8,
  timeout: 60_000,
  stdio: ['ignore', 'pipe', 'ignore'],
};

/** What the PDF itself says of its text, by Poppler: the witness against which a truth is checked. */
export interface TextLayer {
  /** One string a page, lines as they stand. */
  readonly pages: readonly string[];
}

export function isTagged(path: string): boolean {
  return /^Tagged:\s+yes/mu.test(execFileSync('pdfinfo', [path], QUIET));
}

/** The text of the first pages in reading order. Throws where Poppler cannot read it. */
export function readTextLayer(path: string, pages: number): TextLayer {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', '-l', String(pages), path, '-'], QUIET);
  return { pages: text.replace(/\f$/u, '').split('\f') };
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replaceAll('\u00ad', '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * The words without those of running lines: lines that stand first or last on at least three pages and are equal but
 * for digits. A truth leaves them out, rightly.
 */
export function bodyWords({ pages }: TextLayer): string[] {
  const shape = (line: string): string => line.replaceAll(/\d+/gu, '0').trim();
  const edges = (page: string): string[] => {
    const lines = page.split('\n').filter((line) => line.trim() !== '');
    return [...new Set([...lines.slice(0, 3), ...lines.slice(-3)])];
  };
  const seen = new Map<string, number>();
  for (const page of pages) for (const line of edges(page)) seen.set(shape(line), (seen.get(shape(line)) ?? 0) + 1);
  return pages.flatMap((page) => {
    const running = new Set(edges(page).filter((line) => (seen.get(shape(line)) ?? 0) >= 3));
    return wordsOf(
      page
        .split('\n')
        .filter((line) => !running.has(line))
        .join('\n')
        .replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2'),
    );
  });
}
