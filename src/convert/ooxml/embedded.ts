import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adoptBlock, adoptName } from '../container/adopt.ts';
import { withCompound } from '../compound/open-compound.ts';
import { detect } from '../detect.ts';
import type { Block } from '../document.ts';
import { isFailure } from '../failure.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { isContainerReader } from '../format-reader.ts';
import { FORMATS } from '../formats.ts';
import type { PartSink } from '../part.ts';
import type { SourceFile } from '../source.ts';
import { readOlePackage } from './ole-package.ts';

/** A document within an Office document: its blocks, and the images that they show. */
export interface EmbeddedDocument {
  readonly blocks: readonly Block[];
  readonly images: readonly FlowImage[];
}

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

async function readFile(file: SourceFile, flow: Flow): Promise<EmbeddedDocument> {
  const packaged = await packagedFile(file, flow);
  if (packaged) return await readEmbedded(packaged, file, flow);
  const format = await detect(file);
  const reader = await FORMATS[format].load();
  const prefix = `${file.fileName!.replaceAll(/[^\w.-]+/g, '-')}-`;
  const blocks: Block[] = [];
  const images: FlowImage[] = [];
  let isFlow = true;
  const sink: PartSink = {
    async page(page) {
      if (page.kind === 'layout') isFlow = false;
      else
        for (const block of page.blocks)
          blocks.push(adoptBlock(block, { levels: 0, prefix, inferred: false, before: 0, pages: 0 }));
    },
    asset: async ({ name, contentType, bytes }) =>
      void images.push({ name: adoptName(name, prefix), contentType, load: () => Promise.resolve(bytes) }),
  };
  const { limits, includeImages } = flow;
  const options = {
    includeImages,
    limits,
    native: 'refuse',
    ocr: { mode: 'off', languages: [] },
    emphasis: true,
    scratch: file.nesting!.scratch,
  } as const;
  if (FORMATS[format].native) isFlow = false;
  else if (isContainerReader(reader))
    await reader.open(file, format, limits, async (container) => {
      const { createFlow } = await import('../flow/flow.ts');
      const inner = createFlow({ limits, includeImages, range: undefined, sink, ownPages: false });
      await container.begin(inner.flow, []);
      await inner.end();
    });
  else {
    const summary = await reader.read({ file, format, range: undefined }, options, sink);
    if (summary === 'needs-native') isFlow = false;
    else for (const { kind, detail } of summary.warnings) flow.warn(kind, detail);
  }
  if (!isFlow) flow.warn('embedded-document-left-out', file.fileName);
  return { blocks: isFlow ? withoutOnlySheet(blocks) : [], images };
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
