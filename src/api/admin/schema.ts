import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Field } from '../../job/fields.ts';
import { WORKSPACE, WORKSPACE_FIELDS, type WorkspaceSpec } from '../../job/workspace.ts';
import { SCOPES, type Scope } from '../../records/types.ts';
import { invalidRequest } from '../problem.ts';
import { closed, type JsonSchema } from '../schema/json-schema.ts';
import { explain } from '../schema/validate.ts';

const workspace: JsonSchema = { type: 'string', pattern: WORKSPACE };

const CREATE_KEY = closed(
  '',
  { workspace, scopes: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: SCOPES } } },
  ['workspace', 'scopes'],
);
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
function setting({ type, enum: values, minimum, maximum }: Field): JsonSchema {
  if (values) return { enum: [...values, null] };
  return type === 'boolean' ? { type: ['boolean', 'null'] } : { type: ['integer', 'null'], minimum, maximum };
}

const SET_WORKSPACE = closed(
  '',
  {
    workspace,
    ...Object.fromEntries(Object.entries(WORKSPACE_FIELDS).map(([name, field]) => [name, setting(field)])),
  },
  ['workspace'],
);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

function reader(schema: JsonSchema): (body: unknown) => unknown {
  const validate = ajv.compile(schema);
  return (body) => {
    if (validate(body)) return body;
    throw invalidRequest(explain(validate.errors?.[0]));
  };
}

const createKey = reader(CREATE_KEY);
const grant = reader(GRANT);
const setWorkspace = reader(SET_WORKSPACE);
const ofWorkspace = reader(closed('', { workspace }, ['workspace']));

export const readCreateKey = (body: unknown): { workspace: string; scopes: Scope[] } =>
  createKey(body) as { workspace: string; scopes: Scope[] };
export const readGrant = (body: unknown): { id: string; workspace: string; credits: number } =>
  grant(body) as { id: string; workspace: string; credits: number };
export const readWorkspace = (query: unknown): { workspace: string } => ofWorkspace(query) as { workspace: string };
export const readSetWorkspace = (body: unknown): { workspace: string } & Omit<WorkspaceSpec, 'workspace'> =>
  setWorkspace(body) as { workspace: string } & Omit<WorkspaceSpec, 'workspace'>;
