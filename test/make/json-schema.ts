import { interfaceAjv } from '../../src/api/schema/validate.ts';

const ajv = interfaceAjv({ fill: false });

/** Throws where a value does not match a schema of the API. */
export function openApiValidator(name: string): (value: unknown) => void {
  const validate = ajv.compile({ $ref: `https://scriptorium.dev/openapi#/components/schemas/${name}` });
  return (value) => {
    if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`);
  };
}
