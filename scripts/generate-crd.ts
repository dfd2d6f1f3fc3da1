/**
 * Writes the CustomResourceDefinition from the schema in src/job: `npm run generate`. A test fails when the files are
 * stale.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conversionJobCrd } from '../src/job/crd.ts';

export const crdYaml = (): string =>
  `# Generated from src/job/schema.ts by \`npm run generate\`.\n${stringify(conversionJobCrd(), { lineWidth: 0, aliasDuplicateObjects: false })}`;

export const CRD_FILES = [
  'crds/conversionjobs.scriptorium.dev.yaml',
  'charts/scriptorium/files/conversionjobs.scriptorium.dev.yaml',
];

if (import.meta.main) {
  for (const file of CRD_FILES) {
    const path = resolve(import.meta.dirname, '..', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, crdYaml());
  }
}
