import {
  INT53,
  PAGE_RANGE_FIELDS,
  PASSWORD_FIELD,
  PASSWORD_REF_FIELDS,
  REQUEST_FIELDS,
  RESULT_FIELDS,
  USAGE_FIELDS,
  WARNING_FIELDS,
  type Field,
} from './fields.ts';
import { CONVERSION_OPTIONS, type OptionList } from './options.ts';
import type { FieldSchema } from './value.ts';
import { WORKSPACE } from './workspace-fields.ts';

/** The part of JSON Schema that a structural Kubernetes schema may use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: number | Readonly<Record<string, string | number>>;
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message: string }[];
  readonly 'x-kubernetes-list-type'?: 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

export const text = (description: string, maxLength: number, more: Partial<Schema> = {}) =>
  ({ type: 'string', maxLength, description, ...more }) as Schema & { readonly type: 'string' };
export const integer = (description: string, minimum = 0, maximum = INT53) =>
  ({ type: 'integer', format: 'int64', minimum, maximum, description }) as const;
export const flag = (description: string) => ({ type: 'boolean', description }) as const;
export const time = (description: string) =>
  ({ type: 'string', format: 'date-time', maxLength: 64, description }) as const;
export const choice = <const E extends readonly string[]>(description: string, choices: E) =>
  ({ type: 'string', enum: choices, description }) as const;
export const list = <S extends Schema>(description: string, maxItems: number, items: S) =>
  ({ type: 'array', maxItems, description, items }) as const;

/** The API server leaves out properties that are not listed. */
export const object = <const P extends Readonly<Record<string, Schema>>, const R extends readonly (keyof P)[] = []>(
  description: string,
  properties: P,
  ...required: R
) =>
  ({ type: 'object', description, properties, ...(required.length > 0 ? { required } : {}) }) as {
    readonly type: 'object';
    readonly description: string;
    readonly properties: P;
    readonly required: R;
  };

/** A field of the table in the schema of the custom resource. */
type ResourceSchema<F> = Schema & FieldSchema<F>;

/** The part of the custom resource's schema that a field of the table makes. */
export function resourceSchema<const F extends Field>(field: F): ResourceSchema<F> {
  return buildSchema(field) as ResourceSchema<F>;
}

function buildSchema({ type, resource: description, ...field }: Field): Schema {
  const { minLength, maxLength = 0, pattern, minimum, maximum } = field;
  switch (type) {
    case 'boolean':
      return flag(description);
    case 'integer':
      return integer(description, minimum, maximum);
    case 'time':
      return time(description);
    case 'string':
      if (field.enum) return choice(description, field.enum);
      return text(description, maxLength, { ...(minLength ? { minLength } : {}), ...(pattern ? { pattern } : {}) });
  }
}

export const resourceSchemas = <const T extends Readonly<Record<string, Field>>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, buildSchema(field)])) as {
    readonly [N in keyof T]: ResourceSchema<T[N]>;
  };

const request = resourceSchemas(REQUEST_FIELDS);
const result = resourceSchemas(RESULT_FIELDS);

const source = {
  ...object(
    'The document to convert: a document uploaded to the workspace, or a URL that the service fetches.',
    {
      type: choice('The kind of source: `document` for an uploaded document, `external` for a URL.', [
        'document',
        'external',
      ]),
      documentId: request.documentId,
      fileUrl: request.fileUrl,
      fileName: request.fileName,
    },
    'type',
  ),
  'x-kubernetes-validations': [
    {
      rule: "self.type == 'document' ? has(self.documentId) && !has(self.fileUrl) && !has(self.fileName) : has(self.fileUrl) && !has(self.documentId)",
      message: 'set exactly one source: documentId if type is document, or fileUrl if type is external',
    },
  ],
};

const optionList = <const O extends { readonly field: Field; readonly list: OptionList }>({
  field,
  list: { description, maxItems },
}: O) => list(description, maxItems, resourceSchema(field as O['field']));

const option = CONVERSION_OPTIONS;
/** The fields of `spec` that are options of the conversion. */
export const OPTION_SCHEMAS = {
  startPage: resourceSchema(option.startPage.field),
  endPage: resourceSchema(option.endPage.field),
  includeImages: resourceSchema(option.includeImages.field),
  ocr: object('How OCR is used.', {
    mode: resourceSchema(option.ocr.field),
    languages: optionList(option.ocrLanguages),
  }),
  emphasis: resourceSchema(option.emphasis.field),
  pageMarkers: resourceSchema(option.pageMarkers.field),
  outputs: optionList(option.outputs),
  chunkSize: resourceSchema(option.chunkSize.field),
  converterClassName: resourceSchema(option.converterClassName.field),
};

const fixed = [
  'workspace',
  'source',
  'capabilityVersion',
  'forceRefresh',
  'allowPartial',
  'contentHash',
  'webhookUrl',
  ...Object.keys(OPTION_SCHEMAS),
  'passwordSecretRef',
];

export const SPEC_SCHEMA = {
  ...object(
    'Specifies what to convert and how. Immutable, except for cancel and ttlSecondsAfterFinished.',
    {
      workspace: text(
        'The workspace that pays for the conversion and whose API keys can read it. The user who creates the ConversionJob needs the verb `charge` on the `workspaces.scriptorium.dev` resource of this name.',
        63,
        { pattern: WORKSPACE },
      ),
      source,
      capabilityVersion: request.capabilityVersion,
      forceRefresh: request.forceRefresh,
      allowPartial: request.allowPartial,
      contentHash: request.contentHash,
      webhookUrl: request.webhookUrl,
      ...OPTION_SCHEMAS,
      passwordSecretRef: object(PASSWORD_FIELD.resource, resourceSchemas(PASSWORD_REF_FIELDS), 'name'),
      cancel: flag('Set to true to cancel the job. Its converters are stopped and its held credits are released.'),
      ttlSecondsAfterFinished: integer(
        'How long the resource is kept after the job has finished, in seconds. The record, artifacts and receipt of the job are kept longer.',
        0,
        31_536_000,
      ),
    },
    'workspace',
    'source',
  ),
  'x-kubernetes-validations': [
    ...fixed.map((field) => ({
      rule: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
      message: `${field} is immutable; create another ConversionJob`,
    })),
    {
      rule: '!has(self.endPage) || self.endPage >= (has(self.startPage) ? self.startPage : 1)',
      message: 'endPage must not be before startPage',
    },
    {
      rule: '!(has(oldSelf.cancel) && oldSelf.cancel) || (has(self.cancel) && self.cancel)',
      message: 'cancel cannot be changed back to false',
    },
  ],
};

const usage = object('Usage of the job in pages, bytes and milliseconds. Not a bill.', resourceSchemas(USAGE_FIELDS));

/** `conditions` of a status, as Kubernetes has them. */
export const conditions = <const T extends readonly string[]>(description: string, meaning: string, types: T) => ({
  ...list(
    `Conditions: ${types.slice(0, -1).join(', ')} and ${types.at(-1)}. Use them with \`kubectl wait\`.`,
    8,
    object(
      description,
      {
        type: choice(`The type of the condition. ${meaning}`, types),
        status: choice('The status of the condition.', ['True', 'False', 'Unknown']),
        reason: text('The reason for the last transition, as a CamelCase word.', 128, { minLength: 1 }),
        message: text('A human-readable message about the last transition.', 4096),
        lastTransitionTime: time('When the status of the condition last changed.'),
        observedGeneration: integer('The generation of the resource that the condition was observed for.'),
      },
      'type',
      'status',
      'reason',
      'lastTransitionTime',
    ),
  ),
  'x-kubernetes-list-type': 'map' as const,
  'x-kubernetes-list-map-keys': ['type'],
});

export const STATUS_SCHEMA = object('The observed state of the job. Only the controller writes it.', {
  state: result.state,
  stage: result.stage,
  progress: result.progress,
  message: result.message,
  source: object('Properties of the document.', {
    format: text('Detected format, such as pdf or docx.', 16),
    bytes: integer('Size in bytes.'),
    sha256: text('SHA-256 checksum, as 64 hexadecimal digits.', 64),
    pages: integer('Number of pages of the whole document.'),
  }),
  pageRange: object(
    'The pages that this job converts. Numbers start at 1 and are inclusive.',
    resourceSchemas(PAGE_RANGE_FIELDS),
    'start',
    'end',
  ),
  completedRanges: text('The pages that are already converted, as intervals such as `1-64,97-128`.', 16_384),
  usage,
  artifacts: object('The artifacts of the job. The list itself is stored in the object store.', {
    count: integer('Number of artifacts: the Markdown, the outputs of the spec and any images.'),
    bytes: integer('Total size of the artifacts in bytes.'),
    manifest: text('Key of the list in the object store.', 1024),
  }),
  credits: object('The credits of the job.', {
    reserved: integer('Credits that are held, or were held before the job ended.'),
    settled: integer('Credits charged when the job ended. 0 if the hold was released.'),
    required: integer('Total credits that the job needs. Set if state is input_required.'),
  }),
  warnings: list(
    'What to know of the result, most serious first. The list of every single warning is in the manifest.',
    16,
    object('A warning about the result.', resourceSchemas(WARNING_FIELDS), 'kind', 'count', 'message'),
  ),
  cached: result.cached,
  partial: result.partial,
  nextStartPage: result.nextStartPage,
  errorCode: result.errorCode,
  error: result.error,
  startedAt: result.startedAt,
  finishedAt: result.finishedAt,
  traceId: text('ID of the trace of the job. Set if the service sends traces.', 32),
  updatedAt: result.updatedAt,
  observedGeneration: integer('The generation of the resource that the status describes.'),
  conditions: conditions(
    'An observation of one aspect of the job.',
    'Accepted means that credits are held; Stalled means that a converter cannot start; Complete, Failed and Canceled say how the job ended.',
    ['Accepted', 'Reconciling', 'Stalled', 'Complete', 'Failed', 'Canceled'],
  ),
});
