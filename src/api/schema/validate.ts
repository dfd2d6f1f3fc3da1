import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { WEB_ADDRESS } from '../../resource/fields.ts';
import { invalidRequest } from '../problem.ts';
import { QUERIES, SCHEMAS, type Accepted, type QueryName, type Schemas } from './all.ts';
import type { JsonSchema } from './json-schema.ts';

const ID = 'https://scriptorium.dev/openapi';
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?Z$/;

/** ISO 8601 in UTC with a trailing Z, and a date that the calendar has. */
export function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  const time = match ? Date.parse(text) : Number.NaN;
  return match !== null && !Number.isNaN(time) && new Date(time).toISOString().startsWith(match[1]!);
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text));

/** An Ajv that knows every schema of the interface. `fill` puts defaults into the value that is validated. */
export function interfaceAjv(options: { readonly fill: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    discriminator: true,
    useDefaults: options.fill,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
  });
  ajv.addVocabulary(['components', 'x-enum-descriptions']);
  // Requests may have other time zones; answers never do.
  ajv.addFormat('date-time', options.fill ? isTime : isTimestamp);
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat('binary', true);
  ajv.addFormat('password', true);
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  return ajv.addSchema({ $id: ID, components: { schemas: { ...SCHEMAS, ...QUERIES } } });
}

const ajv = interfaceAjv({ fill: true });
const compiled = new Map<string, ValidateFunction>();

function validator<T>(name: string): ValidateFunction<T> {
  const known = compiled.get(name);
  if (known) return known as ValidateFunction<T>;
  const made = ajv.compile<T>({ $ref: `${ID}#/components/schemas/${name}` });
  compiled.set(name, made);
  return made;
}

/** The body with its defaults filled in; throws 400 `invalid_request` that names the first wrong field. */
export function validBody<N extends keyof Schemas>(name: N, body: unknown): Accepted<N> {
  const validate = validator<Accepted<N>>(name);
  if (validate(body)) return body;
  throw invalidRequest(explain(validate.errors?.[0]));
}

/**
 * Texts of a query or a form as the types of the schema; lists are separated by commas, or repeated. What is none is
 * left for the validation to refuse.
 */
export function typedValues(
  name: QueryName,
  texts: Iterable<readonly [string, string | readonly string[] | undefined]>,
): Record<string, unknown> {
  const { properties } = QUERIES[name] as { readonly properties: Readonly<Record<string, JsonSchema>> };
  const values: Record<string, unknown> = {};
  for (const [field, given] of texts) {
    const [text, ...more] = typeof given === 'string' ? [given] : (given ?? []);
    if (properties[field]?.['type'] === 'array') {
      values[field] = [text, ...more].flatMap((part) => (part ?? '').split(','));
      continue;
    }
    if (more.length > 0) throw invalidRequest(`${field} must appear only once.`);
    values[field] = typedValue(properties[field], text);
  }
  return values;
}

function typedValue(schema: JsonSchema | undefined, text: string | undefined): unknown {
  if (schema?.['type'] === 'integer' && text !== undefined && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.['type'] === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The fault of a request, as a sentence that names the field. */
export function explain(error: ErrorObject | undefined): string {
  if (!error) return 'The request is invalid.';
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const field = (name: unknown): string => (path ? `${path}.${String(name)}` : String(name));
  switch (error.keyword) {
    case 'required':
      return `${field(error.params['missingProperty'])} is required.`;
    case 'additionalProperties':
      return `${field(error.params['additionalProperty'])} is not a known field.`;
    case 'enum':
      return `${path} must be one of ${(error.params['allowedValues'] as unknown[]).map(String).join(', ')}.`;
    case 'discriminator':
      return `${field('type')} must be document or external.`;
    case 'format':
      return error.params['format'] === 'date-time'
        ? `${path} must be a time such as 2026-11-21T09:00:00Z.`
        : `${path} must be an absolute URL.`;
    case 'pattern': {
      const isAddress = error.params['pattern'] === WEB_ADDRESS;
      return `${path} ${isAddress ? 'must be a URL that begins with http:// or https://' : error.message}.`;
    }
    default:
      return `${path || 'The request body'} ${error.message ?? 'is invalid'}.`;
  }
}
