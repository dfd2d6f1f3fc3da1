import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCompound, withCompound } from '../compound/open-compound.ts';
import type { Block } from '../document.ts';
import { isFailure } from '../failure.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { SourceFile } from '../source.ts';
import { readOlePackage } from './ole-package.ts';

/** A document within an Office document: its blocks, and the images that they show. */
export interface EmbeddedDocument {
  readonly blocks: readonly Block[];
  readonly images: readonly FlowImage[];
}

/** The images of embedded documents by the names that their blocks know them by. */
export const imagesOf = (documents: Iterable<EmbeddedDocument>): ReadonlyMap<string, FlowImage> =>
  new Map(Array.from(documents).flatMap(({ images }) => images.map((image) => [image.name, image])));

const NONE: EmbeddedDocument = { blocks: [], images: [] };

/**
 * Reads a document that lies in another one, at the place where it is shown: an imported part (ECMA-376 part 1,
 * 17.17.2.1) or an embedded object. What cannot be read is left out with a warning that names it.
 */
export async function readEmbedded(
  part: { readonly name: string; readonly bytes: Uint8Array },
  outer: SourceFile,
  flow: Flow,
): Promise<EmbeddedDocument> {
  const { nesting } = outer;
  if (!nesting || nesting.depth > flow.limits.memberDepth) {
    flow.warn('embedded-document-left-out', part.name);
    return NONE;
  }
  const path = join(nesting.scratch, `embedded-${nesting.depth}`);
  try {
    await writeFile(path, part.bytes);
    return await readFile(
      {
        path,
        bytes: part.bytes.length,
        fileName: part.name,
        wholePage: true,
        nesting: { ...nesting, depth: nesting.depth + 1 },
      },
      // Some programs store a document as an object without the compound file around it.
      isCompound(part.bytes),
      flow,
    );
  } catch (error) {
    if (!isFailure(error) || error.code === 'limit_exceeded') throw error;
    flow.warn('embedded-document-left-out', `${part.name}: ${error.message}`);
    return NONE;
  } finally {
    await rm(path, { force: true });
  }
}

async function readFile(file: SourceFile, isObject: boolean, flow: Flow): Promise<EmbeddedDocument> {
  const packaged = isObject ? await packagedFile(file, flow) : undefined;
  if (packaged) return await readEmbedded(packaged, file, flow);
  const content = await file.nesting!.read(file, flow);
  if (!content) {
    flow.warn('embedded-document-left-out', file.fileName);
    return NONE;
  }
  for (const { kind, detail } of content.warnings) flow.warn(kind, detail);
  return {
    blocks: withoutOnlySheet(content.blocks),
    images: content.assets.map(({ bytes, ...asset }) => ({ ...asset, load: () => Promise.resolve(bytes) })),
  };
}

/** The name of the only sheet of a workbook says nothing in a document. */
function withoutOnlySheet(blocks: readonly Block[]): readonly Block[] {
  const [first, ...rest] = blocks;
  const isSheet = first?.kind === 'heading' && first.level === 2 && !rest.some(({ kind }) => kind === 'heading');
  return isSheet && rest.every(({ kind }) => kind === 'table') ? rest : blocks;
}

/** The document in an OLE object: an OOXML package, or a file that was packed with its name. */
async function packagedFile(file: SourceFile, flow: Flow): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  if (!/\.bin$/i.test(file.fileName ?? '')) return undefined;
  return await withCompound(file, flow.limits, (compound) => readOlePackage(compound, file.fileName!));
}
