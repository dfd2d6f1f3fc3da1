/**
 * Writes the OpenAPI document of all operations to where the TypeScript client is generated from it: `npm run
 * generate`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '../src/api/openapi/document.ts';

const FILE = resolve(import.meta.dirname, '../clients/typescript/openapi.json');
writeFileSync(FILE, `${JSON.stringify(openApiDocument(), undefined, 2)}\n`);
