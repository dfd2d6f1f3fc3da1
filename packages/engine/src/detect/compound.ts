import type { CompoundFile } from '../compound/open-compound.ts';
import { Failure } from '../failure.ts';
import type { Signature } from './signature.ts';

/**
 * The first type that an OLE compound file is of, by what lies in its root. Throws `password_protected` for an
 * encrypted OOXML document.
 */
export function findCompoundType<T extends { readonly signature: Signature }>(
  { root }: CompoundFile,
  types: readonly T[],
): T | undefined {
  if (root.entries.has('encryptedpackage'))
    throw new Failure('password_protected', 'The document is password-protected.');
  return types.find(({ signature }) => signature.streams?.some((name) => root.entries.has(name.toLowerCase())));
}
