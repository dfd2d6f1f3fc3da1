import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { believe, shareOf, withoutTags } from './believe.ts';
import type { Belief } from './believe.ts';
import { pathsOf, readBlob } from './clones.ts';
import type { Clone } from './clones.ts';
import { tableOfCsv, tablesOfIcdar } from './data-tables.ts';
import type { TruthKind } from './list.ts';
import { truthOfSource } from './pandoc.ts';
import { truthOfTags } from './tags.ts';
import { wordsOf } from './text-layer.ts';
import type { TextLayer } from './text-layer.ts';

export interface TruthRequest {
  readonly clone: Clone;
  readonly commit: string;
  readonly path: string;
  readonly pages: number;
  readonly truth: TruthKind;
  readonly truthPath: string;
}

/** Comments stand for pictures and formulas that were not read: no engine is asked for them. */
export function withoutComments(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->/gu, '');
}

/** A LaTeX source needs what it includes: the text files below its folder, in a folder of their own. */
function truthOfPulled({ clone, commit, truthPath }: TruthRequest, layer: TextLayer): string {
  const folder = mkdtempSync(join(tmpdir(), 'source-'));
  try {
    const base = dirname(truthPath) === '.' ? '' : `${dirname(truthPath)}/`;
    const beside = /\.(?:tex|ltx|Rnw)$/u.test(truthPath)
      ? pathsOf(clone, commit).filter((path) => path.startsWith(base) && /\.(?:tex|bbl)$/u.test(path))
      : [];
    for (const path of new Set([truthPath, ...beside.slice(0, 200)])) {
      const bytes = readBlob(clone, commit, path);
      if (!bytes) continue;
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    return truthOfSource(join(folder, truthPath), layer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function truthFile({ clone, commit, truthPath }: TruthRequest): string {
  const bytes = readBlob(clone, commit, truthPath);
  if (!bytes) throw new Error(`${truthPath} is not in the clone`);
  return bytes.toString('utf8');
}

/** The truth of a document as Markdown. */
export async function truthOf(request: TruthRequest, pdf: string, layer: TextLayer): Promise<string> {
  switch (request.truth) {
    case 'tags':
      return await truthOfTags(pdf, request.pages);
    case 'source':
      return truthOfPulled(request, layer);
    case 'tables':
      return request.truthPath.endsWith('.xml') ? tablesOfIcdar(truthFile(request)) : tableOfCsv(truthFile(request));
    case 'markdown':
      return withoutComments(truthFile(request));
  }
}

/**
 * What of a truth may be scored, by its kind: what a program typeset from a source has numbers and lists of contents
 * that the source has not.
 */
export function beliefOf(
  { truth: kind, truthPath }: TruthRequest,
  pdf: string,
  layer: TextLayer,
  truth: string,
): Belief {
  if (kind === 'tables') {
    const isWhole = truthPath.endsWith('.xml');
    const said = wordsOf(withoutTags(truth));
    const shown = wordsOf(layer.pages.join('\n'));
    if (said.length < 15 || shareOf(said, shown) < 0.95) return { reason: 'words that the page has not' };
    // one CSV file may be one table of several
    if (!isWhole && shareOf(shown, said) < 0.75) return { reason: 'words of the page missing' };
    return { metrics: ['tables'] };
  }
  if (kind === 'tags') return believe(pdf, layer, truth, { recall: 0.95, coverage: 0.9 });
  if (kind === 'markdown') return believe(pdf, layer, truth, { recall: 0.9, coverage: 0.85 });
  return believe(pdf, layer, truth, { recall: 0.93, coverage: 0.85 });
}
