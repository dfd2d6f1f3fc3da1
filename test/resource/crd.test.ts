import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CRD_FILES } from '../../scripts/generate-crd.ts';
import { BATCH_SPEC_SCHEMA, BATCH_STATUS_SCHEMA } from '../../src/resource/batch-schema.ts';
import { SPEC_SCHEMA, STATUS_SCHEMA, type Schema } from '../../src/resource/schema.ts';
import { WORKSPACE_SPEC_SCHEMA, WORKSPACE_STATUS_SCHEMA } from '../../src/resource/workspace-schema.ts';

describe('the CustomResourceDefinitions', () => {
  it.each(CRD_FILES)('are in %s what the schemas say now; `npm run generate` writes them', (file, yaml) => {
    expect(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')).toBe(yaml);
  });

  it('describe every field, and bound every string, list and number', () => {
    const faults: string[] = [];
    const walk = (path: string, schema: Schema): void => {
      if (!schema.description) faults.push(`${path}: no description`);
      if (schema.type === 'string' && schema.maxLength === undefined && !schema.enum)
        faults.push(`${path}: no maxLength`);
      if (schema.type === 'array' && schema.maxItems === undefined) faults.push(`${path}: no maxItems`);
      if (schema.type === 'integer' && (schema.minimum === undefined || schema.maximum === undefined))
        faults.push(`${path}: no bounds`);
      for (const [name, property] of Object.entries(schema.properties ?? {})) walk(`${path}.${name}`, property);
      if (schema.items) walk(`${path}[]`, schema.items);
    };
    walk('spec', SPEC_SCHEMA);
    walk('status', STATUS_SCHEMA);
    walk('batch.spec', BATCH_SPEC_SCHEMA);
    walk('batch.status', BATCH_STATUS_SCHEMA);
    walk('workspace.spec', WORKSPACE_SPEC_SCHEMA);
    walk('workspace.status', WORKSPACE_STATUS_SCHEMA);
    expect(faults).toEqual([]);
  });
});
