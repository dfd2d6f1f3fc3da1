import type { JsonSchema } from '../schema/json-schema.ts';
import { SCHEMAS } from '../schema/all.ts';

/** The JSON Schemas of the outputs as files of their own, by their paths: what validators and generators take. */
export const OUTPUT_SCHEMA_FILES: Readonly<Record<string, JsonSchema>> = {
  '/schemas/document.json': standalone('Document'),
  '/schemas/chunk.json': standalone('Chunk'),
};

function standalone(name: string): JsonSchema {
  const defs: Record<string, JsonSchema> = {};
  const add = (schema: JsonSchema): void => {
    for (const [, other] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (defs[other!]) continue;
      defs[other!] = SCHEMAS[other!]!;
      add(defs[other!]!);
    }
  };
  add(SCHEMAS[name]!);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...SCHEMAS[name],
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  };
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema;
}
