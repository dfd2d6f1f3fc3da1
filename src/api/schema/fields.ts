import type { Field } from '../../resource/fields.ts';
import { text, timestamp, type JsonSchema } from './json-schema.ts';

/** The schema of a field in a request: with all its bounds. */
export function requestSchema(field: Field, more: JsonSchema = {}): JsonSchema {
  const { type, minLength = 0, maxLength, pattern, rest = '' } = field;
  if (type !== 'string' || field.enum) return { ...resultSchema(field), ...more };
  return text(rest, {
    minLength,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...more,
  });
}

/** The schema of a field in an answer: we keep its bounds, but clients need not rely on the length of a text. */
export function resultSchema(field: Field, more: JsonSchema = {}): JsonSchema {
  const { type, minimum, maximum, rest } = field;
  if (type === 'time') return timestamp(rest ?? '');
  return {
    type,
    ...(field.enum ? { enum: field.enum } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(rest === undefined ? {} : { description: rest }),
    ...more,
  };
}

export const resultSchemas = <N extends string>(fields: Readonly<Record<N, Field>>): Record<N, JsonSchema> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, resultSchema(field)])) as Record<
    N,
    JsonSchema
  >;
