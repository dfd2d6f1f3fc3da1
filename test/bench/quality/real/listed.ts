import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClone, readBlob } from './clones.ts';
import { readList } from './list.ts';
import type { Listed, ListName } from './list.ts';
import { readTextLayer } from './text-layer.ts';
import { truthOf } from './truth.ts';
import { writeUntagged } from './untagged.ts';

/** Writes one document of the list and its truth; returns why it could not. */
async function importOne(clones: string, document: Listed, folder: string): Promise<string | undefined> {
  const { repository, commit, path, sha256, name } = document;
  const clone = findClone(clones, repository);
  if (!clone) return `git clone https://github.com/${repository} ${repository.replace('/', '+')}`;
  const bytes = readBlob(clone, commit, path);
  if (!bytes) return `${repository} lacks ${path} at ${commit}`;
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return `${repository}: ${path} has another SHA-256`;
  const original = join(folder, `${name}.original`);
  writeFileSync(original, bytes);
  try {
    const layer = readTextLayer(original, document.pages);
    const truth = await truthOf({ ...document, clone }, original, layer);
    writeUntagged(original, join(folder, `${name}.pdf`), document.pages);
    writeFileSync(join(folder, `${name}.md`), truth);
    return undefined;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(original);
  }
}

/** Imports what the folder lacks of lists from clones; returns what is missing, in words. */
export async function importListed(clones: string, folder: string, lists: readonly ListName[]): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const missing = new Set<string>();
  for (const document of lists.flatMap(readList)) {
    if (existsSync(join(folder, `${document.name}.md`))) continue;
    const reason = await importOne(clones, document, folder);
    if (reason) missing.add(reason);
  }
  return [...missing];
}
