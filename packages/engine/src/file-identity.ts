import { statSync } from 'node:fs';
import type { SourceFile } from './source.ts';

/** The same for as long as a file is not changed or replaced, and is read in the same way. */
export function identityOf(file: SourceFile): string {
  const { ino, size, mtimeNs } = statSync(file.path, { bigint: true });
  const { path, password, fileName, wholePage } = file;
  return JSON.stringify([path, password, fileName, wholePage, String(ino), String(size), String(mtimeNs)]);
}
