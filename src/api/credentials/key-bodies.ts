import { WORKSPACE } from '../../resource/workspace-fields.ts';
import { SCOPES, type ApiKey } from '../../records/types.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed } from '../schema/json-schema.ts';

// Keys as they are asked for and shown, by the command and in the console.

const name = { type: 'string', minLength: 1, maxLength: 100 } as const;
const expiresInDays = { type: 'integer', minimum: 1, maximum: 3650 } as const;
const scopes = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: SCOPES },
} as const;

/** A new key of any workspace. */
export const readCreateKey = bodyReader(
  closed('', { workspace: { type: 'string', pattern: WORKSPACE }, scopes, name, expiresInDays }, [
    'workspace',
    'scopes',
  ]),
);

/** A new key of the workspace of the key that asks. */
export const readOwnKey = bodyReader(closed('', { scopes, name, expiresInDays }, ['scopes']));

/** A key without its hash. */
export const presentKey = ({
  id,
  workspace,
  name,
  scopes,
  createdAt,
  expiresAt,
  revokedAt,
}: ApiKey): Record<string, unknown> => ({
  id,
  workspace,
  name,
  scopes,
  createdAt,
  expiresAt,
  revokedAt,
});
