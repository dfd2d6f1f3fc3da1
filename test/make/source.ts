import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from '../../packages/engine/src/source.ts';

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-test-'));
let count = 0;

/** A folder for documents that lie in others. */
export const SCRATCH = mkdtempSync(join(tmpdir(), 'scriptorium-test-scratch-'));

/**
 * Puts bytes on disk as a document. Its path has no extension, so that only the content (or `fileName`) can tell what
 * it is.
 */
export function makeSource(bytes: Uint8Array | string, fileName?: string): SourceFile {
  const path = join(folder, `document-${count++}`);
  writeFileSync(path, bytes);
  return { path, bytes: Buffer.byteLength(bytes), ...(fileName === undefined ? {} : { fileName }) };
}
