/** Writes docs/schemas from the schemas of the outputs in src/api/outputs: `npm run generate`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OUTPUT_SCHEMA_FILES } from '../src/api/outputs/files.ts';

/** What each file is to contain. */
export const SCHEMA_FILES: readonly (readonly [file: string, text: string])[] = Object.entries(OUTPUT_SCHEMA_FILES).map(
  ([path, schema]) => [`docs${path}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
);

if (import.meta.main) {
  for (const [file, text] of SCHEMA_FILES) {
    const path = resolve(import.meta.dirname, '..', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
