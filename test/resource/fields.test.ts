import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../../src/api/schema/all.ts';
import { REQUEST_FIELDS, type Field } from '../../src/resource/fields.ts';
import { SPEC_SCHEMA, type Schema } from '../../src/resource/schema.ts';

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const propertiesOf = (name: string): Properties => SCHEMAS[name]!['properties'] as Properties;

const source: Readonly<Record<string, Schema>> = SPEC_SCHEMA.properties.source.properties;
const resource: Readonly<Record<string, Schema>> = { ...SPEC_SCHEMA.properties, ...source };
const rest: Properties = {
  // What only convert takes comes first, so that the interface's own fields are those of createJob.
  ...propertiesOf('ConvertForm'),
  ...propertiesOf('CreateJobRequest'),
  ...propertiesOf('DocumentSource'),
  ...propertiesOf('ExternalSource'),
};

describe('a request', () => {
  it.each(Object.entries<Field>(REQUEST_FIELDS))(
    'has the same bounds of %s in the custom resource and over REST',
    (name, { minLength = 0, maxLength, pattern, minimum, maximum }) => {
      const bounds = { minLength, maxLength, pattern, minimum, maximum };
      expect({ minLength: 0, ...resource[name] }).toMatchObject(withoutUndefined(bounds));
      expect({ minLength: 0, ...rest[name] }).toMatchObject(withoutUndefined(bounds));
    },
  );
});

const withoutUndefined = (bounds: object): object =>
  Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
