import { WORKSPACE } from '../../job/workspace.ts';
import { SCOPES, type ApiKey, type Scope } from '../../records/types.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed } from '../schema/json-schema.ts';

// Keys as they are asked for and shown, by the command and in the console.

const scopes = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: SCOPES } };

/** A new key of any workspace. */
export const readCreateKey = bodyReader<{ readonly workspace: string; readonly scopes: readonly Scope[] }>(
  closed('', { workspace: { type: 'string', pattern: WORKSPACE }, scopes }, ['workspace', 'scopes']),
);

/** A new key of the workspace of the key that asks. */
export const readScopes = bodyReader<{ readonly scopes: readonly Scope[] }>(closed('', { scopes }, ['scopes']));

/** A key without its hash. */
export const presentKey = ({ id, workspace, scopes, createdAt, revokedAt }: ApiKey): Record<string, unknown> => ({
  id,
  workspace,
  scopes,
  createdAt,
  revokedAt,
});
