import type { JsonSchema } from '../schema/json-schema.ts';
import { outputSchemas } from './schema.ts';

/** The JSON Schemas of the outputs as files of their own, by their paths: what validators and generators take. */
export const OUTPUT_SCHEMA_FILES: Readonly<Record<string, JsonSchema>> = {
  '/schemas/document.json': standalone('Document'),
  '/schemas/chunk.json': standalone('Chunk'),
};

function standalone(name: string): JsonSchema {
  const defs = Object.fromEntries(
    Object.entries(outputSchemas).filter(
      ([other]) => name === 'Document' && other.startsWith('Document') && other !== name,
    ),
  );
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...outputSchemas[name],
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  };
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema;
}
