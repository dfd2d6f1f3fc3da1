import { storageFile } from '../compound/storage-file.ts';
import type { CompoundFile } from '../compound/open-compound.ts';
import type { Flow } from '../flow/flow.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import type { EmbeddedDocument } from '../ooxml/embedded.ts';
import type { SourceFile } from '../source.ts';

export type DocObjects = ReadonlyMap<number, EmbeddedDocument>;

/** The embedded objects of a document (MS-DOC 2.1.4) by the numbers that fields know them by. */
export async function readObjects(compound: CompoundFile, file: SourceFile, flow: Flow): Promise<DocObjects> {
  const objects = new Map<number, EmbeddedDocument>();
  const pool = compound.root.entries.get('objectpool');
  for (const entry of pool?.entries.values() ?? []) {
    const number = /^_(\d+)$/.exec(entry.name)?.[1];
    if (number === undefined || !entry.storage) continue;
    const part = { name: `object${number}.bin`, bytes: await storageFile(compound, entry) };
    objects.set(Number(number), await readEmbedded(part, file, flow));
  }
  return objects;
}
