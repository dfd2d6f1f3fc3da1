import type { Field } from '../../resource/fields.ts';
import type { WorkspaceSpec } from '../../resource/workspace.ts';
import { WORKSPACE, WORKSPACE_FIELDS } from '../../resource/workspace-fields.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed, type JsonSchema } from '../schema/json-schema.ts';

const workspace: JsonSchema = { type: 'string', pattern: WORKSPACE };

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

export const readGrant = bodyReader<{ id: string; workspace: string; credits: number }>(GRANT);
export const readWorkspace = bodyReader<{ workspace: string }>(closed('', { workspace }, ['workspace']));
export const readSetWorkspace = bodyReader<{ workspace: string } & Omit<WorkspaceSpec, 'workspace'>>(SET_WORKSPACE);
