import { Command, InvalidArgumentError, Option } from 'commander';
import { newGrantId } from '../../resource/ids.ts';
import { DOCUMENT_SCOPES, SCOPES } from '../../records/types.ts';
import { readId, readNumber, readWorkspace } from '../arguments.ts';
import { adminSocketOf, AdminRefusal, askAdmin } from './client.ts';
import type { Answer, Ask, Flags } from './ask.ts';
import { auditLines, balanceLines, keyLines } from './lines.ts';
import { addWorkspaceCommands } from './workspaces.ts';

export interface AdminOutput {
  out(text: string): void;
  error(text: string): void;
  exit(code: number): void;
}

interface CreateKeyFlags extends Flags {
  readonly workspace: string;
  readonly scope?: readonly string[];
  readonly name?: string;
  readonly expires?: number;
}

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

/**
 * Adds `keys`, `credits`, `workspaces`, `webhooks` and `ledger` to the command. They talk to the running service over
 * its admin socket.
 */
export function addAdminCommands(program: Command, output: AdminOutput): void {
  const ask: Ask = async (flags, call) => {
    try {
      const answer = await askAdmin(adminSocketOf(flags.dataDir), call.method, call.path, call.body);
      output.out(flags.json ? JSON.stringify(answer) : call.lines(answer));
      if (call.ok && !call.ok(answer)) output.exit(1);
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error;
      const message = error.message + (error.code === 'unavailable' ? (call.whenUnavailable ?? '') : '');
      if (flags.json) output.out(JSON.stringify({ error: message, code: error.code }));
      else output.error(message);
      output.exit(1);
    }
  };

  const keys = program.command('keys').description('Create, list and revoke API keys of the running service.');
  common(keys.command('create'), 'Create a key. The key is shown only once.')
    .requiredOption('--workspace <name>', 'workspace of the key', readWorkspace)
    .option(
      '--scope <scope>',
      `scope of the key: ${SCOPES.join(', ')}; repeatable (default: all for documents)`,
      collectScopes,
    )
    .option('--name <name>', 'name of the key in lists, up to 100 characters', readName)
    .option('--expires <days>', 'number of days after which the key no longer works (default: never)', readDays)
    .action(({ workspace, scope, name, expires, ...flags }: CreateKeyFlags) =>
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
      }),
    );
  common(keys.command('list'), 'List keys by ID. The keys themselves are not stored.')
    .option('--workspace <name>', 'show only this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, { method: 'GET', path: `/admin/v1/keys${workspaceQuery(flags.workspace)}`, lines: keyLines }),
    );
  common(
    keys.command('revoke').argument('<id>', 'ID of the key, from keys list', readId),
    'Revoke a key permanently.',
  ).action((id: string, flags: Flags) =>
    ask(flags, {
      method: 'POST',
      path: `/admin/v1/keys/${encodeURIComponent(id)}/revoke`,
      lines: () => `Revoked ${id}.`,
    }),
  );

  const credits = program.command('credits').description('Grant credits and show balances.');
  common(credits.command('grant'), 'Grant credits to a workspace.')
    .requiredOption('--workspace <name>', 'workspace that receives the credits', readWorkspace)
    .requiredOption('--credits <number>', 'number of credits', readNumber)
    .option(
      '--id <id>',
      'ID of the grant: grant_ and lower-case letters or digits; a repeated ID is granted only once (default: a new ID)',
      readId,
    )
    .action((flags: Flags & { workspace: string; credits: number; id?: string }) => {
      const { workspace, credits: amount, id = newGrantId(new Date()) } = flags;
      const whenUnavailable = ` The credits may already be granted. To retry safely, repeat the command with --id ${id}.`;
      return ask(flags, {
        method: 'POST',
        path: '/admin/v1/credits',
        body: { id, workspace, credits: amount },
        lines: (answer) => balanceLines([{ workspace, ...(answer['balance'] as Answer) }]),
        whenUnavailable,
      });
    });
  common(credits.command('balance'), 'Show the balances of workspaces.')
    .option('--workspace <name>', 'show only this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, {
        method: 'GET',
        path: `/admin/v1/credits${workspaceQuery(flags.workspace)}`,
        lines: (answer) => balanceLines(answer['balances'] as Answer[]),
      }),
    );

  addWorkspaceCommands(program, ask, common);

  const webhooks = program.command('webhooks').description('Show the signing secret of webhooks.');
  common(webhooks.command('secret'), 'Show the secret that receivers use to verify webhooks of a workspace.')
    .requiredOption('--workspace <name>', 'workspace of the jobs', readWorkspace)
    .action((flags: Flags & { workspace: string }) =>
      ask(flags, {
        method: 'GET',
        path: `/admin/v1/webhooks/secret${workspaceQuery(flags.workspace)}`,
        lines: (answer) => String(answer['secret']),
      }),
    );

  const ledger = program.command('ledger').description('Check the ledger against the object store.');
  common(
    ledger.command('audit'),
    'Compare balances, holds and receipts with the object store. The exit code is 1 if they differ.',
  ).action((flags: Flags) =>
    ask(flags, {
      method: 'GET',
      path: '/admin/v1/ledger/audit',
      lines: auditLines,
      ok: (answer) => answer['ok'] === true,
    }),
  );
  common(ledger.command('rebuild'), 'Rebuild the ledger from the object store.').action((flags: Flags) =>
    ask(flags, { method: 'POST', path: '/admin/v1/ledger/rebuild', lines: () => 'Rebuilt the ledger.' }),
  );
}

const workspaceQuery = (name: string | undefined): string =>
  name === undefined ? '' : `?workspace=${encodeURIComponent(name)}`;

function common(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(
      new Option('--data-dir <folder>', 'data folder of the running service')
        .env('SCRIPTORIUM_DATA_DIR')
        .default('./data'),
    )
    .option('--json', 'print one JSON object');
}
