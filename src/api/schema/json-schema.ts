/**
 * A JSON Schema (2020-12) as plain data, the same object that validates, that stands in the OpenAPI document, and whose
 * type is that of the values (`Value`).
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema of the OpenAPI document by its name; `S` is that schema. */
export const ref = <S = object>(name: string) =>
  ({ $ref: `#/components/schemas/${name}` }) as S & { readonly $ref: string };

export const text = <const M extends object = object>(description: string, more?: M) =>
  ({ type: 'string', minLength: 1, description, ...more }) as unknown as { readonly type: 'string' } & M;
export const timestamp = (description: string) =>
  ({
    type: 'string',
    format: 'date-time',
    description: `${description} ISO 8601, UTC, with a trailing Z.`,
  }) as const;
export const int53 = (description: string) =>
  ({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }) as const;
export const credits = (description: string) => ({ type: 'number', minimum: 0, description }) as const;

/** An object that takes no property that is not listed. */
export const closed = <
  const P extends Readonly<Record<string, JsonSchema>>,
  const R extends readonly (keyof P & string)[],
>(
  description: string,
  properties: P,
  required: R,
  more: JsonSchema = {},
) =>
  ({ type: 'object', description, additionalProperties: false, required, properties, ...more }) as {
    readonly type: 'object';
    readonly required: R;
    readonly properties: P;
  };

/** A closed list of texts, with a sentence for each that readers of the description and generated code get. */
export const listed = <const T extends string>(description: string, texts: Readonly<Record<T, string>>) =>
  ({
    type: 'string',
    enum: Object.keys(texts),
    // Generators read the one, renderers show the other.
    'x-enum-descriptions': Object.values(texts),
    description: `${description}\n\n${Object.entries<string>(texts)
      .map(([text, meaning]) => `- \`${text}\`: ${meaning}`)
      .join('\n')}`,
  }) as unknown as { readonly type: 'string'; readonly enum: readonly T[] };
