import { Command, InvalidArgumentError, Option } from 'commander';
import { newGrantId } from '../../job/ids.ts';
import { SCOPES } from '../../records/types.ts';
import { readId, readNumber, readWorkspace } from '../arguments.ts';
import { adminSocketOf, AdminRefusal, askAdmin } from './client.ts';
import { auditLines, balanceLines, keyLines } from './lines.ts';

export interface AdminOutput {
  out(text: string): void;
  error(text: string): void;
  exit(code: number): void;
}

type Answer = Record<string, unknown>;
interface Flags {
  readonly dataDir: string;
  readonly json?: boolean;
}

function collectScopes(value: string, before: readonly string[] | undefined): string[] {
  const scopes = value.split(',');
  if (!scopes.every((scope) => (SCOPES as readonly string[]).includes(scope)))
    throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}.`);
  return [...(before ?? []), ...scopes];
}

/** Adds `keys`, `credits`, `webhooks` and `ledger` to the command. They talk to the running service over its admin socket. */
export function addAdminCommands(program: Command, output: AdminOutput): void {
  const ask = async (
    flags: Flags,
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    lines: (answer: Answer) => string,
    ok: (answer: Answer) => boolean = () => true,
    whenUnavailable = '',
  ): Promise<void> => {
    try {
      const answer = await askAdmin(adminSocketOf(flags.dataDir), method, path, body);
      output.out(flags.json ? JSON.stringify(answer) : lines(answer));
      if (!ok(answer)) output.exit(1);
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error;
      const message = error.message + (error.code === 'unavailable' ? whenUnavailable : '');
      if (flags.json) output.out(JSON.stringify({ error: message, code: error.code }));
      else output.error(message);
      output.exit(1);
    }
  };

  const keys = program.command('keys').description('Make, list and revoke API keys of the running service.');
  common(keys.command('create'), 'Make a key. It is shown once.')
    .requiredOption('--workspace <name>', 'workspace that the key belongs to', readWorkspace)
    .option('--scope <scope>', `scope of the key, repeatable: ${SCOPES.join(', ')} (default: all)`, collectScopes)
    .action((flags: Flags & { workspace: string; scope?: string[] }) =>
      ask(flags, 'POST', '/admin/v1/keys', { workspace: flags.workspace, scopes: flags.scope ?? SCOPES }, (answer) =>
        String(answer['key']),
      ),
    );
  common(keys.command('list'), 'List the keys; the keys themselves are not kept.')
    .option('--workspace <name>', 'only of this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, 'GET', `/admin/v1/keys${workspaceQuery(flags.workspace)}`, undefined, keyLines),
    );
  common(
    keys.command('revoke').argument('<id>', 'id of the key, as the list shows it', readId),
    'End a key for good.',
  ).action((id: string, flags: Flags) =>
    ask(flags, 'POST', `/admin/v1/keys/${encodeURIComponent(id)}/revoke`, undefined, () => `${id} is revoked.`),
  );

  const credits = program.command('credits').description('Grant credits and show balances.');
  common(credits.command('grant'), 'Grant credits to a workspace.')
    .requiredOption('--workspace <name>', 'workspace that gets them', readWorkspace)
    .requiredOption('--credits <number>', 'how many', readNumber)
    .option(
      '--id <id>',
      'id of the grant, grant_ and small letters or digits; the same one twice grants once (default: a new one)',
      readId,
    )
    .action((flags: Flags & { workspace: string; credits: number; id?: string }) => {
      const { workspace, credits: amount, id = newGrantId(new Date()) } = flags;
      const whenUnavailable = ` It may be granted already: repeat the command with --id ${id}.`;
      return ask(
        flags,
        'POST',
        '/admin/v1/credits',
        { id, workspace, credits: amount },
        (answer) => balanceLines([{ workspace, ...(answer['balance'] as Answer) }]),
        undefined,
        whenUnavailable,
      );
    });
  common(credits.command('balance'), 'Show what workspaces have.')
    .option('--workspace <name>', 'only of this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, 'GET', `/admin/v1/credits${workspaceQuery(flags.workspace)}`, undefined, (answer) =>
        balanceLines(answer['balances'] as Answer[]),
      ),
    );

  const webhooks = program.command('webhooks').description('Show what webhooks are signed with.');
  common(webhooks.command('secret'), "Show a workspace's secret, by which the receiver verifies what it is sent.")
    .requiredOption('--workspace <name>', 'workspace of the jobs', readWorkspace)
    .action((flags: Flags & { workspace: string }) =>
      ask(flags, 'GET', `/admin/v1/webhooks/secret${workspaceQuery(flags.workspace)}`, undefined, (answer) =>
        String(answer['secret']),
      ),
    );

  const ledger = program.command('ledger').description('Check the ledger against the object store.');
  common(
    ledger.command('audit'),
    'Compare balances, holds and receipts with what the store says. Exit code 1 when something differs.',
  ).action((flags: Flags) =>
    ask(flags, 'GET', '/admin/v1/ledger/audit', undefined, auditLines, (answer) => answer['ok'] === true),
  );
  common(ledger.command('rebuild'), 'Write the ledger anew from the object store.').action((flags: Flags) =>
    ask(flags, 'POST', '/admin/v1/ledger/rebuild', undefined, () => 'The ledger is rebuilt.'),
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
