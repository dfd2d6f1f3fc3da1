import type { Command } from 'commander';
import type { Ask, Flags } from './ask.ts';
import { adminSocketOf, AdminRefusal, askAdmin } from './client.ts';
import { addClassCommands } from './classes.ts';
import { addCreditCommands } from './credits.ts';
import { addKeyCommands } from './keys.ts';
import { addLedgerCommands } from './ledger.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWorkspaceCommands } from './workspaces.ts';

export interface AdminOutput {
  out(text: string): void;
  error(text: string): void;
  exit(code: number): void;
}

/**
 * Adds `keys`, `credits`, `workspaces`, `classes`, `webhooks` and `ledger` to the command. They talk to the running
 * service over its admin socket.
 */
export function addAdminCommands(program: Command, output: AdminOutput): void {
  const ask = askAndPrint(output);
  addKeyCommands(program, ask);
  addCreditCommands(program, ask);
  addWorkspaceCommands(program, ask);
  addClassCommands(program, ask);
  addWebhookCommands(program, ask);
  addLedgerCommands(program, ask);
}

const askAndPrint =
  (output: AdminOutput): Ask =>
  async (flags, call) => {
    try {
      const answer = await askAdmin(adminSocketOf(flags.dataDir), call.method, call.path, call.body);
      output.out(flags.json ? JSON.stringify(answer) : call.lines(answer));
      if (call.ok && !call.ok(answer)) output.exit(1);
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error;
      printRefusal(output, flags, {
        message: error.message + (error.code === 'unavailable' ? (call.whenUnavailable ?? '') : ''),
        code: error.code,
      });
    }
  };

function printRefusal(
  output: AdminOutput,
  { json }: Flags,
  { message, code }: { readonly message: string; readonly code: string },
): void {
  if (json) output.out(JSON.stringify({ error: message, code }));
  else output.error(message);
  output.exit(1);
}
