import type { ApiDeps } from '../../deps.ts';
import { readArtifact } from '../../convert/run.ts';
import type { Manifest } from '../../../records/types.ts';
import { readChunks, type DocumentBlock, type DocumentJson } from '../read-document.ts';
import type { ChunkOptions } from './chunk-options.ts';
import { doclingRefs } from './refs.ts';

/** A chunk as docling-serve answers it. */
export interface DoclingChunk {
  readonly filename: string;
  readonly chunk_index: number;
  readonly text: string;
  readonly raw_text: string | null;
  readonly num_tokens: number | null;
  readonly headings: readonly string[] | null;
  readonly captions: readonly string[] | null;
  readonly doc_items: readonly string[];
  readonly page_numbers: readonly number[];
  readonly metadata: object;
}

/** A chunk before it has its place. */
interface Piece {
  /** Without its headings. */
  readonly text: string;
  readonly tokens?: number;
  readonly headings: readonly string[];
  readonly captions: readonly string[];
  readonly refs: readonly string[];
  readonly pages: readonly number[];
}

export async function buildChunks(
  deps: ApiDeps,
  manifest: Manifest,
  { fileName, document, options }: { fileName: string; document: DocumentJson; options: ChunkOptions },
): Promise<DoclingChunk[]> {
  const pieces =
    options.chunker === 'hybrid'
      ? hybridPieces(document.blocks, (await readArtifact(deps, manifest, 'chunks')).body.toString('utf8'))
      : hierarchicalPieces(document.blocks);
  return pieces.map(({ text, tokens, headings, captions, refs, pages }, index) => ({
    filename: fileName,
    chunk_index: index,
    text: [...headings, ...(text === '' ? [] : [text])].join('\n'),
    raw_text: options.rawText ? text : null,
    num_tokens: tokens ?? null,
    headings: headings.length > 0 ? headings : null,
    captions: captions.length > 0 ? captions : null,
    doc_items: refs,
    page_numbers: pages,
    metadata: { has_image: refs.some((ref) => ref.startsWith('#/pictures/')) },
  }));
}

function hybridPieces(blocks: readonly DocumentBlock[], lines: string): Piece[] {
  const refs = doclingRefs(blocks);
  return readChunks(lines).map(({ text, headings, pages, tokens, start, end }) => {
    const own = blocks.flatMap((block, n) => (block.start < end && block.end > start ? [{ block, ref: refs[n] }] : []));
    return {
      text: withoutHeadings(text, headings),
      tokens,
      headings,
      captions: own.filter(({ block }) => block.role === 'caption').map(({ block }) => block.text),
      refs: [...new Set(own.flatMap(({ ref }) => ref ?? []))],
      pages,
    };
  });
}

/** The path of a chunk stands before it; in its text, the headings are left that are not a part of its path. */
function withoutHeadings(text: string, headings: readonly string[]): string {
  let rest = text;
  for (;;) {
    const [line, heading] = /^#{1,6} (.*)\n*/.exec(rest) ?? [];
    if (line === undefined || !headings.includes(heading!)) return rest.trim();
    rest = rest.slice(line.length);
  }
}

interface OpenPiece {
  readonly text: string[];
  readonly headings: readonly string[];
  readonly captions: string[];
  readonly refs: Set<string>;
  readonly pages: Set<number>;
}

/** A chunk for each block; items of a list are one, and so are a table or picture and its caption. */
function hierarchicalPieces(blocks: readonly DocumentBlock[]): Piece[] {
  const pieces: OpenPiece[] = [];
  const refs = doclingRefs(blocks);
  let path: { level: number; text: string }[] = [];
  let before: DocumentBlock | undefined;
  for (const [n, block] of blocks.entries()) {
    const { role, level = 1, text } = block;
    if (role === 'separator') continue;
    if (role === 'heading') path = [...path.filter((above) => above.level < level), { level, text }];
    else {
      const headings = path.map((above) => above.text);
      if (pieces.length === 0 || !belongsTo(before, block))
        pieces.push({ text: [], headings, captions: [], refs: new Set(), pages: new Set() });
      addBlock(pieces.at(-1)!, block, refs[n]!);
    }
    before = block;
  }
  return pieces.map((piece) => ({
    ...piece,
    text: piece.text.join('\n'),
    refs: [...piece.refs],
    pages: [...piece.pages],
  }));
}

function addBlock(piece: OpenPiece, { role, rows, markdown, text, page }: DocumentBlock, ref: string): void {
  piece.text.push(rows || role === 'list-item' ? markdown : text);
  if (role === 'caption') piece.captions.push(text);
  piece.refs.add(ref);
  piece.pages.add(page);
}

const belongsTo = (before: DocumentBlock | undefined, block: DocumentBlock): boolean =>
  block.continues === true ||
  (block.role === 'list-item' && before?.role === 'list-item') ||
  isCaptionOf(before, block) ||
  isCaptionOf(block, before);

const isCaptionOf = (caption: DocumentBlock | undefined, block: DocumentBlock | undefined): boolean =>
  caption?.role === 'caption' && (block?.rows !== undefined || block?.role === 'figure');
