import type { Field } from '../../resource/fields.ts';
import type { FieldSchema } from '../../resource/value.ts';
import { text, timestamp, type JsonSchema } from './json-schema.ts';

/** A field of the table in the schema of REST, with its description. */
export type RestSchema<F, M = object> = M & (M extends { readonly type: unknown } ? unknown : FieldSchema<F>);

/** The schema of a field in a request: with all its bounds. */
export const requestSchema = <const F extends Field, const M extends object = object>(field: F, more?: M) =>
  inRequest(field, more) as RestSchema<F, M>;

/** The schema of a field in an answer: we keep its bounds, but clients need not rely on the length of a text. */
export const resultSchema = <const F extends Field, const M extends object = object>(field: F, more?: M) =>
  inAnswer(field, more) as RestSchema<F, M>;

export const resultSchemas = <const T extends Readonly<Record<string, Field>>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inAnswer(field)])) as {
    readonly [N in keyof T]: RestSchema<T[N]>;
  };

function inRequest(field: Field, more: object = {}): JsonSchema {
  const { type, minLength = 0, maxLength, pattern, rest = '' } = field;
  if (type !== 'string' || field.enum) return { ...inAnswer(field), ...more };
  return text(rest, {
    minLength,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...more,
  });
}

function inAnswer(field: Field, more: object = {}): JsonSchema {
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
