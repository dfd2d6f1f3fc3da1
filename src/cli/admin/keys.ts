import { InvalidArgumentError, type Command } from 'commander';
import { DOCUMENT_SCOPES, SCOPES } from '../../records/types.ts';
import { readId, readWorkspace } from '../arguments.ts';
import type { Ask, Flags } from './ask.ts';
import { keyLines } from './lines.ts';
import { withAdminOptions, workspaceQuery } from './options.ts';

interface CreateKeyFlags extends Flags {
  readonly workspace: string;
  readonly scope?: readonly string[];
  readonly name?: string;
  readonly expires?: number;
}

/** `keys create`, `keys list` and `keys revoke`. */
export function addKeyCommands(program: Command, ask: Ask): void {
  const keys = program.command('keys').description('Create, list and revoke API keys of the running service.');
  withAdminOptions(keys.command('create'), 'Create a key. The key is shown only once.')
    .requiredOption('--workspace <name>', 'workspace of the key', readWorkspace)
    .option(
      '--scope <scope>',
      `scope of the key: ${SCOPES.join(', ')}; repeatable (default: all for documents)`,
      collectScopes,
    )
    .option('--name <name>', 'name of the key in lists, up to 100 characters', readName)
    .option('--expires <days>', 'number of days after which the key no longer works (default: never)', readDays)
    .action((flags: CreateKeyFlags) => createKey(ask, flags));
  withAdminOptions(keys.command('list'), 'List keys by ID. The keys themselves are not stored.')
    .option('--workspace <name>', 'show only this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, { method: 'GET', path: `/admin/v1/keys${workspaceQuery(flags.workspace)}`, lines: keyLines }),
    );
  const revoke = keys.command('revoke').argument('<id>', 'ID of the key, from keys list', readId);
  withAdminOptions(revoke, 'Revoke a key permanently.').action((id: string, flags: Flags) =>
    ask(flags, {
      method: 'POST',
      path: `/admin/v1/keys/${encodeURIComponent(id)}/revoke`,
      lines: () => `Revoked ${id}.`,
    }),
  );
}

const createKey = (ask: Ask, { workspace, scope, name, expires, ...flags }: CreateKeyFlags): Promise<void> =>
  ask(flags, {
    method: 'POST',
    path: '/admin/v1/keys',
    body: {
      workspace,
      scopes: scope ?? DOCUMENT_SCOPES,
      ...(name !== undefined && { name }),
      ...(expires !== undefined && { expiresInDays: expires }),
    },
    lines: (answer) => String(answer['key']),
  });

function readName(value: string): string {
  if (value.length === 0 || value.length > 100) throw new InvalidArgumentError('Enter 1 to 100 characters.');
  return value;
}

function readDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new InvalidArgumentError('Enter 1 to 3650 days.');
  return days;
}

function collectScopes(value: string, before: readonly string[] | undefined): string[] {
  const scopes = value.split(',');
  if (!scopes.every((scope) => (SCOPES as readonly string[]).includes(scope)))
    throw new InvalidArgumentError(`Valid scopes: ${SCOPES.join(', ')}.`);
  return [...(before ?? []), ...scopes];
}
