import type { CompoundEntry, CompoundFile } from './open-compound.ts';

/** A storage as a compound file of its own: documents within a document are stored so. */
export async function storageFile({ read }: CompoundFile, storage: CompoundEntry): Promise<Uint8Array> {
  // Few documents hold others, and the library is large.
  const { CFB } = await import('xlsx');
  const file = CFB.utils.cfb_new();
  const add = async ({ entries }: CompoundEntry, path: string): Promise<void> => {
    for (const entry of entries.values())
      if (entry.storage) await add(entry, `${path}${entry.name}/`);
      else CFB.utils.cfb_add(file, `${path}${entry.name}`, await read(entry));
  };
  await add(storage, '/');
  return CFB.write(file, { type: 'buffer' }) as Uint8Array;
}
