import { Ajv2020 } from 'ajv/dist/2020.js';
import { invalidRequest } from '../problem.ts';
import type { Value } from '../../resource/value.ts';
import type { JsonSchema } from './json-schema.ts';
import { explain } from './validate.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

/** Reads bodies that are not of the interface; throws 400 that names the first wrong field. */
export function bodyReader<S extends JsonSchema>(schema: S): (body: unknown) => Value<S> {
  const validate = ajv.compile<Value<S>>(schema);
  return (body) => {
    if (validate(body)) return body;
    throw invalidRequest(explain(validate.errors?.[0]));
  };
}
