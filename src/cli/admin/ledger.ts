import type { Command } from 'commander';
import type { Ask, Flags } from './ask.ts';
import { auditLines } from './lines.ts';
import { withAdminOptions } from './options.ts';

/** `ledger audit` and `ledger rebuild`. */
export function addLedgerCommands(program: Command, ask: Ask): void {
  const ledger = program.command('ledger').description('Check the ledger against the object store.');
  withAdminOptions(
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
  withAdminOptions(ledger.command('rebuild'), 'Rebuild the ledger from the object store.').action((flags: Flags) =>
    ask(flags, { method: 'POST', path: '/admin/v1/ledger/rebuild', lines: () => 'Rebuilt the ledger.' }),
  );
}
