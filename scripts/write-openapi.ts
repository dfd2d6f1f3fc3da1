/**
 * Writes one OpenAPI document of all operations, for generators of clients: those of /openapi.json and of
 * /openapi-more.json. `node scripts/write-openapi.ts FILE`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { wholeOpenApiDocument } from '../src/api/openapi/document.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(wholeOpenApiDocument(), undefined, 2)}\n`);
