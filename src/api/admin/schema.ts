import { CLASS_FIELDS, CLASS_WORKSPACES } from '../../resource/class-fields.ts';
import { classNameField } from '../../resource/class-name.ts';
import type { Field } from '../../resource/fields.ts';
import { FOLDER_FIELD, MOST_FOLDERS, WORKSPACE, WORKSPACE_FIELDS } from '../../resource/workspace-fields.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed, type JsonSchema } from '../schema/json-schema.ts';

const workspace = { type: 'string', pattern: WORKSPACE } as const;

const GRANT = closed(
  '',
  {
    id: { type: 'string', pattern: '^grant_[0-9a-z]{1,64}$' },
    workspace,
    credits: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 },
  },
  ['id', 'workspace', 'credits'],
);

/** A field of a workspace, or null for its default. */
type Setting<F> = F extends { readonly enum: readonly (infer E)[] }
  ? { readonly enum: readonly (E | null)[] }
  : { readonly type: readonly [F extends { readonly type: infer T } ? T : never, 'null'] };

function setting({ type, enum: values, minimum, maximum, ...field }: Field): JsonSchema {
  if (values) return { enum: [...values, null] };
  if (type === 'string') return { type: ['string', 'null'], maxLength: field.maxLength, pattern: field.pattern };
  return type === 'boolean' ? { type: ['boolean', 'null'] } : { type: ['integer', 'null'], minimum, maximum };
}

const settings = Object.fromEntries(
  Object.entries(WORKSPACE_FIELDS).map(([name, field]) => [name, setting(field)]),
) as { readonly [N in keyof typeof WORKSPACE_FIELDS]: Setting<(typeof WORKSPACE_FIELDS)[N]> };

const { minLength, maxLength, pattern } = FOLDER_FIELD;
const folders = {
  type: ['array', 'null'],
  maxItems: MOST_FOLDERS,
  items: { type: 'string', minLength, maxLength, pattern },
} as const;

const bounded = ({ maxLength, ...field }: Field) =>
  ({ type: 'string', minLength: 1, maxLength, ...(field.pattern && { pattern: field.pattern }) }) as const;

const SET_WORKSPACE = closed(
  '',
  {
    workspace,
    ...settings,
    batchSources: folders,
    batchDestinations: folders,
  },
  ['workspace'],
);

const { endpoint, model, maxPagesPerJob } = CLASS_FIELDS;
const SET_CLASS = closed(
  '',
  {
    name: classNameField,
    endpoint: bounded(endpoint),
    model: bounded(model),
    maxPagesPerJob: { type: 'integer', minimum: maxPagesPerJob.minimum, maximum: maxPagesPerJob.maximum },
    workspaces: { type: 'array', maxItems: CLASS_WORKSPACES.maxItems, items: workspace },
    apiKey: { type: 'string', minLength: 1, maxLength: 4096, pattern: '^[\\x21-\\x7e]+$' },
  },
  ['name', 'endpoint', 'model'],
);

export const readSetClass = bodyReader(SET_CLASS);
export const readClassName = bodyReader(closed('', { name: classNameField }, ['name']));
export const readGrant = bodyReader(GRANT);
export const readWorkspace = bodyReader(closed('', { workspace }, ['workspace']));
export const readSetWorkspace = bodyReader(SET_WORKSPACE);
