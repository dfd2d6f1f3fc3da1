import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Folder of the installed pdfjs-dist, which also holds its character maps, standard fonts and decoders. */
export function pdfjsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}
