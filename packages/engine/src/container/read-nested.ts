import { detect } from '../detect.ts';
import type { Block } from '../document.ts';
import { createFlow } from '../flow/flow.ts';
import { isContainerReader } from '../format-reader.ts';
import { FORMATS } from '../formats.ts';
import type { PartSink } from '../part.ts';
import type { FileNesting, NestedContent, SourceFile } from '../source.ts';
import { adoptBlock, adoptName } from './adopt.ts';

/** How documents that are embedded in a document are read. */
export function createNesting(scratch: string, depth: number): FileNesting {
  return { scratch, depth, read: (file, options) => readNested(file, scratch, options) };
}

async function readNested(
  file: SourceFile,
  scratch: string,
  { limits, includeImages }: Parameters<FileNesting['read']>[1],
): Promise<NestedContent | undefined> {
  const format = await detect(file);
  if (FORMATS[format].native) return undefined;
  const reader = await FORMATS[format].load();
  const prefix = `${(file.fileName ?? '').replaceAll(/[^\w.-]+/g, '-')}-`;
  const blocks: Block[] = [];
  const assets: NestedContent['assets'][number][] = [];
  let isFlow = true;
  const sink: PartSink = {
    async page(page) {
      if (page.kind === 'layout') isFlow = false;
      else
        for (const block of page.blocks)
          blocks.push(adoptBlock(block, { levels: 0, prefix, inferred: false, before: 0, pages: 0 }));
    },
    asset: async ({ name, contentType, bytes }) =>
      void assets.push({ name: adoptName(name, prefix), contentType, bytes }),
  };
  if (isContainerReader(reader)) {
    const { flow, end } = createFlow({ limits, includeImages, range: undefined, sink, ownPages: false });
    const warnings = await reader.open(file, format, limits, async (container) => {
      await container.begin(flow, []);
      return (await end()).warnings;
    });
    return { blocks, assets, warnings };
  }
  const ocr = { mode: 'off', languages: [] } as const;
  const summary = await reader.read(
    { file, format, range: undefined },
    { includeImages, limits, native: 'refuse', ocr, emphasis: true, scratch },
    sink,
  );
  return summary === 'needs-native' || !isFlow ? undefined : { blocks, assets, warnings: summary.warnings };
}
