import { join } from 'node:path';
import { merge, type Outputs, type Write } from '../../packages/engine/src/merge.ts';
import type { PartReader } from '../../packages/engine/src/part.ts';
import type { Warning } from '../../packages/engine/src/warning.ts';
import type { Output } from '../resource/choices.ts';
import { DEFAULT_CHUNK_SIZE, type WriteSettings } from '../protocol/worker.ts';
import { DOCUMENT_FILES } from './document-files.ts';
import { createSpillFile, type SpillFile } from './transfer/spill-file.ts';

/** A document as it was written to a folder. */
export interface WrittenDocument {
  readonly markdown: SpillFile;
  readonly outputs: ReadonlyMap<Output, SpillFile>;
  readonly warnings: readonly Warning[];
}

export interface Writing extends WriteSettings {
  readonly folder: string;
  readonly outputBytes: number;
  readonly imageFolder?: string;
}

/** Merges parts into the files that are asked for. */
export async function writeDocument(
  parts: readonly PartReader[],
  { folder, outputBytes, imageFolder, emphasis, ...settings }: Writing,
): Promise<WrittenDocument> {
  const files = new Map<'markdown' | Output, SpillFile>();
  const open = (kind: 'markdown' | Output): Write => {
    // Spilled text lies beside the file that is made of it.
    const file = createSpillFile(join(folder, `${DOCUMENT_FILES[kind].name}.spill`));
    files.set(kind, file);
    return (text) => file.write(Buffer.from(text));
  };
  const { pageMarkers = false, outputs = [], chunkSize = DEFAULT_CHUNK_SIZE, source } = settings;
  const more: Outputs = {
    ...(outputs.includes('document') ? { document: open('document') } : {}),
    ...(outputs.includes('docling') ? { docling: { write: open('docling'), ...(source && { source }) } } : {}),
    ...(outputs.includes('chunks')
      ? { chunks: { write: open('chunks'), size: chunkSize, ...(source && { source }) } }
      : {}),
  };
  const { warnings } = await merge(parts, open('markdown'), {
    outputBytes,
    emphasis,
    pageMarkers,
    outputs: more,
    ...(imageFolder !== undefined && { imageFolder }),
  });
  for (const file of files.values()) await file.close();
  const markdown = files.get('markdown')!;
  files.delete('markdown');
  return { markdown, outputs: files as Map<Output, SpillFile>, warnings };
}
