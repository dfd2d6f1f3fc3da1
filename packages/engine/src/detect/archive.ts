import type { Archive } from '../archive/open-archive.ts';
import { Failure } from '../failure.ts';
import type { Signature } from './signature.ts';

/**
 * The first type that the archive is of: by its `mimetype` entry or manifest, by the types of its parts, then by their
 * usual names.
 */
export async function findArchiveType<T extends { readonly signature: Signature }>(
  archive: Archive,
  types: readonly T[],
): Promise<T | undefined> {
  const manifest = (await archive.read('META-INF/manifest.xml'))?.toString('utf8') ?? '';
  const mimetype = (await archive.read('mimetype'))?.toString('latin1').trim() || rootTypeOf(manifest);
  const byMimetype =
    mimetype === undefined ? undefined : types.find(({ signature }) => signature.mimetype?.test(mimetype));
  if (byMimetype) {
    if (/<(?:\w+:)?encryption-data[\s>]/.test(manifest))
      throw new Failure('password_protected', 'The document is password-protected.');
    return byMimetype;
  }
  const partTypes = (await archive.read('[Content_Types].xml'))?.toString('utf8');
  const byPartTypes =
    partTypes === undefined ? undefined : types.find(({ signature }) => signature.partTypes?.test(partTypes));
  if (byPartTypes) return byPartTypes;
  const names = [...archive.names()];
  return (
    types.find(({ signature: { parts } }) => parts && names.some((name) => parts.test(name))) ??
    types.find(({ signature }) => signature.anyArchive)
  );
}

/** The type that an OpenDocument manifest gives the whole archive (ODF 1.3 part 2, 3.2). */
function rootTypeOf(manifest: string): string | undefined {
  const entry = /<(?:\w+:)?file-entry\b[^>]*full-path="\/"[^>]*>/.exec(manifest)?.[0];
  return /media-type="([^"]+)"/.exec(entry ?? '')?.[1];
}
