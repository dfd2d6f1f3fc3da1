import type { Manifest } from '../../records/types.ts';
import { readArtifact } from '../convert/run.ts';
import type { ApiDeps } from '../deps.ts';

/** The JSON of a document, as far as it is read here: its schema is in `src/api/outputs`. */
export interface DocumentJson {
  readonly blocks: readonly DocumentBlock[];
  readonly pages: readonly { readonly page: number; readonly width?: number; readonly height?: number }[];
  readonly contentType: string;
}

export interface DocumentBlock {
  readonly role: string;
  readonly level?: number;
  readonly page: number;
  /** UTF-8 bytes of the Markdown. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly markdown: string;
  readonly boxes?: readonly { readonly page: number; readonly box: readonly [number, number, number, number] }[];
  readonly ordered?: boolean;
  readonly label?: string;
  readonly language?: string;
  readonly image?: string;
  readonly rows?: readonly (readonly TableCell[])[];
  readonly headerRows?: number;
  readonly continues?: true;
}

export interface TableCell {
  readonly text: string;
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

export async function readDocument(deps: ApiDeps, manifest: Manifest): Promise<DocumentJson> {
  return JSON.parse((await readArtifact(deps, manifest, 'document')).body.toString('utf8')) as DocumentJson;
}

/** The Markdown with what `between` says of a page before its blocks, but for the first page that has any. */
export function breakPages(
  markdown: Buffer,
  blocks: readonly DocumentBlock[],
  between: (page: number) => string,
): string {
  let text = '';
  let at = 0;
  let page = blocks[0]?.page;
  for (const block of blocks) {
    // The rows of a table that goes on stay with it.
    if (block.page === page || block.continues) continue;
    page = block.page;
    text += `${markdown.toString('utf8', at, block.start).trimEnd()}\n\n${between(page)}\n\n`;
    at = block.start;
  }
  return text + markdown.toString('utf8', at);
}

/** A table whose rows come in several blocks is one. */
export function joinTables(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const joined: DocumentBlock[] = [];
  for (const block of blocks) {
    const { rows = [], text, end } = block;
    const last = joined.at(-1);
    if (!block.continues || !last?.rows) joined.push(block);
    else joined[joined.length - 1] = { ...last, end, text: `${last.text}\n${text}`, rows: [...last.rows, ...rows] };
  }
  return joined;
}

/** A line of the artifact `chunks`, as far as it is read here. */
export interface ChunkLine {
  readonly text: string;
  readonly headings: readonly string[];
  readonly pages: readonly number[];
  readonly roles: readonly string[];
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
}

export const readChunks = (lines: string): ChunkLine[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChunkLine);
