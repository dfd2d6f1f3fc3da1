/** A path (in Node), a URL, or bytes. */
export type Source = string | URL | Blob | Uint8Array;

interface Opened {
  body?: Blob | FormData;
  query: Readonly<Record<string, string>>;
}

/** What stands for a document in a request: its bytes, or its URL. */
export async function open(source: Source, fileName?: string): Promise<Opened> {
  const name = (own: string): { readonly fileName?: string } => (fileName || own ? { fileName: fileName || own } : {});
  if (source instanceof URL || (typeof source === 'string' && /^https?:\/\//i.test(source)))
    return { query: { url: String(source), ...name('') } };
  if (typeof source === 'string') {
    const [{ openAsBlob }, { basename }] = await Promise.all([import('node:fs'), import('node:path')]);
    return { body: await openAsBlob(source), query: name(basename(source)) };
  }
  if (source instanceof Uint8Array) return { body: new Blob([source as Uint8Array<ArrayBuffer>]), query: name('') };
  return { body: source, query: name(source instanceof File ? source.name : '') };
}
