/**
 * Writes the OpenAPI document of /openapi.json, for generators of clients. `node scripts/write-openapi.ts FILE`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openApiDocument } from '../src/api/openapi/document.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(openApiDocument(), undefined, 2)}\n`);
