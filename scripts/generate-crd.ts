/**
 * Writes the CustomResourceDefinitions from the schemas in src/resource: `npm run generate`. A test fails when the
 * files are stale.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conversionBatchCrd, conversionJobCrd, converterClassCrd, workspaceCrd } from '../src/resource/crd.ts';

const yamlOf = (crd: object, source: string): string =>
  `# Generated from ${source} by \`npm run generate\`.\n${stringify(crd, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' })}`;

const CRDS = {
  'conversionjobs.scriptorium.dev.yaml': yamlOf(conversionJobCrd(), 'src/resource/schema.ts'),
  'conversionbatches.scriptorium.dev.yaml': yamlOf(conversionBatchCrd(), 'src/resource/batch-schema.ts'),
  'converterclasses.scriptorium.dev.yaml': yamlOf(converterClassCrd(), 'src/resource/converter-class.ts'),
  'workspaces.scriptorium.dev.yaml': yamlOf(workspaceCrd(), 'src/resource/workspace-schema.ts'),
};

/** What each file is to contain. */
export const CRD_FILES: readonly (readonly [file: string, yaml: string])[] = Object.entries(CRDS).flatMap(
  ([name, yaml]) => ['crds', 'charts/scriptorium/files'].map((folder) => [`${folder}/${name}`, yaml] as const),
);

if (import.meta.main) {
  for (const [file, yaml] of CRD_FILES) {
    const path = resolve(import.meta.dirname, '..', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, yaml);
  }
}
