import type { Command } from 'commander';
import { readId, readNumber, readWorkspace } from '../arguments.ts';
import { newGrantId } from '../../resource/ids.ts';
import type { Answer, Ask, Flags } from './ask.ts';
import { balanceLines } from './lines.ts';
import { withAdminOptions, workspaceQuery } from './options.ts';

interface GrantFlags extends Flags {
  readonly workspace: string;
  readonly credits: number;
  readonly id?: string;
}

/** `credits grant` and `credits balance`. */
export function addCreditCommands(program: Command, ask: Ask): void {
  const credits = program.command('credits').description('Grant credits and show balances.');
  withAdminOptions(credits.command('grant'), 'Grant credits to a workspace.')
    .requiredOption('--workspace <name>', 'workspace that receives the credits', readWorkspace)
    .requiredOption('--credits <number>', 'number of credits', readNumber)
    .option(
      '--id <id>',
      'ID of the grant: grant_ and lower-case letters or digits; a repeated ID is granted only once (default: a new ID)',
      readId,
    )
    .action((flags: GrantFlags) => grant(ask, flags));
  withAdminOptions(credits.command('balance'), 'Show the balances of workspaces.')
    .option('--workspace <name>', 'show only this workspace')
    .action((flags: Flags & { workspace?: string }) =>
      ask(flags, {
        method: 'GET',
        path: `/admin/v1/credits${workspaceQuery(flags.workspace)}`,
        lines: (answer) => balanceLines(answer['balances'] as Answer[]),
      }),
    );
}

const grant = (ask: Ask, { workspace, credits, id = newGrantId(new Date()), ...flags }: GrantFlags): Promise<void> =>
  ask(flags, {
    method: 'POST',
    path: '/admin/v1/credits',
    body: { id, workspace, credits },
    lines: (answer) => balanceLines([{ workspace, ...(answer['balance'] as Answer) }]),
    whenUnavailable: ` The credits may already be granted. To retry safely, repeat the command with --id ${id}.`,
  });
