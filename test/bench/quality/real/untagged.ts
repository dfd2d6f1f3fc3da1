import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function qpdf(...args: readonly string[]): void {
  try {
    execFileSync('qpdf', ['--warning-exit-0', ...args], { stdio: 'ignore', timeout: 120_000 });
  } catch {
    throw new Error('qpdf cannot read it');
  }
}

/**
 * Writes the first pages of a PDF as it would be without tags: no structure tree, and no marked content that tells a
 * paragraph from a heading or a running line (`/H1 <</MCID 3>> BDC`, `/Artifact BMC`). Its look and its text layer
 * are the same.
 */
export function writeUntagged(source: string, target: string, pages: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'untagged-'));
  const plain = join(folder, 'plain.pdf');
  try {
    qpdf(
      source,
      '--pages',
      '.',
      `1-${pages}`,
      '--',
      '--decrypt',
      '--stream-data=uncompress',
      '--object-streams=disable',
      plain,
    );
    const blank = (text: string): string => ' '.repeat(text.length);
    const text = readFileSync(plain)
      .toString('latin1')
      .replaceAll(/\/StructTreeRoot \d+ \d+ R/gu, blank)
      .replaceAll(/\/MarkInfo (?:\d+ \d+ R|<<[^>]*>>)/gu, blank)
      .replaceAll(/\/Artifact(?=[\s</])/gu, '/Unmarked')
      .replaceAll(
        /\/([\w-]+)(\s*<<[^<>]*\/MCID\s+\d+[^<>]*>>\s*BDC)/gu,
        (_, name: string, rest: string) => `/P${' '.repeat(name.length - 1)}${rest}`,
      );
    writeFileSync(plain, Buffer.from(text, 'latin1'));
    qpdf('--deterministic-id', '--stream-data=compress', '--object-streams=generate', plain, target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
