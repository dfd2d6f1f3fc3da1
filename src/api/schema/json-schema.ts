/** A JSON Schema (2020-12) as plain data, the same object that validates and that stands in the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description,
  ...more,
});
export const timestamp = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description: `${description} ISO 8601, UTC, with a trailing Z.`,
});
export const int53 = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description,
});
export const credits = (description: string): JsonSchema => ({ type: 'number', minimum: 0, description });

/** An object that takes no property that is not listed. */
export const closed = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  description,
  additionalProperties: false,
  required,
  properties,
  ...more,
});

/** A closed list of texts, with a sentence for each that readers of the description and generated code get. */
export const listed = (description: string, texts: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'string',
  enum: Object.keys(texts),
  // Generators read the one, renderers show the other.
  'x-enum-descriptions': Object.values(texts),
  description: `${description}\n\n${Object.entries(texts)
    .map(([text, meaning]) => `- \`${text}\`: ${meaning}`)
    .join('\n')}`,
});
