import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patchCore, patchIdentity } from './patch.ts';
import { pdfjsFolder } from './pdfjs-folder.ts';
import type { Core } from './types.ts';

/** Where the patched core lies: beside this file, not under version control. */
const CORE_URL = new URL('./generated/pdf-core.mjs', import.meta.url);
/** Beside it: which patch of which pdf.js it was made by. */
const STAMP_URL = new URL('./generated/stamp', import.meta.url);

function stamp(): string {
  const { version } = createRequire(import.meta.url)('pdfjs-dist/package.json') as { version: string };
  return createHash('sha256').update(version).update(patchIdentity()).digest('hex').slice(0, 12);
}

/** Writes the patched core: at the first use in a checkout, and when a package or an image is built. */
function generateCore(): void {
  const target = fileURLToPath(CORE_URL);
  mkdirSync(dirname(target), { recursive: true });
  const partial = `${target}.${process.pid}`;
  writeFileSync(partial, patchCore(readFileSync(`${pdfjsFolder()}/build/pdf.worker.mjs`, 'utf8')));
  renameSync(partial, target);
  writeFileSync(STAMP_URL, stamp());
}

/** Makes sure that the patched core is there. In a bundle it is inside, and this does nothing. */
export function ensureCore(): void {
  if (!existsSync(CORE_URL) || (existsSync(STAMP_URL) && readFileSync(STAMP_URL, 'utf8') !== stamp())) generateCore();
}

/** Imports the patched core. */
export function importCore(): Promise<Core> {
  ensureCore();
  return import(CORE_URL.href) as Promise<Core>;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generateCore();
