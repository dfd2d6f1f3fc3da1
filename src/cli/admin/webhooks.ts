import type { Command } from 'commander';
import { readWorkspace } from '../arguments.ts';
import type { Ask, Flags } from './ask.ts';
import { withAdminOptions, workspaceQuery } from './options.ts';

/** `webhooks secret`. */
export function addWebhookCommands(program: Command, ask: Ask): void {
  const webhooks = program.command('webhooks').description('Show the signing secret of webhooks.');
  withAdminOptions(webhooks.command('secret'), 'Show the secret that receivers use to verify webhooks of a workspace.')
    .requiredOption('--workspace <name>', 'workspace of the jobs', readWorkspace)
    .action((flags: Flags & { workspace: string }) =>
      ask(flags, {
        method: 'GET',
        path: `/admin/v1/webhooks/secret${workspaceQuery(flags.workspace)}`,
        lines: (answer) => String(answer['secret']),
      }),
    );
}
