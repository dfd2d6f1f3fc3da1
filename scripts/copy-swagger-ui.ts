/**
 * Copies the files of Swagger UI that `/docs` serves beside the compiled console: an installed package then needs
 * neither the rest of it nor what it installs.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = resolve(import.meta.dirname, '../dist/console/swagger-ui');
mkdirSync(to, { recursive: true });
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
  copyFileSync(join(from, name), join(to, name));
