import { UNLIMITED_CREDITS } from '../../accounting/grants.ts';
import { printable } from '../printable.ts';

type Answer = Record<string, unknown>;

/** Answers of the admin socket as text for a person. */
export function keyLines(answer: Answer): string {
  const keys = answer['keys'] as {
    id: string;
    workspace: string;
    name?: string;
    scopes: string[];
    createdAt: string;
    lastUsedAt?: string;
    expiresAt?: string;
    revokedAt?: string;
  }[];
  if (keys.length === 0) return 'No keys found.';
  return table(
    ['ID', 'WORKSPACE', 'NAME', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
    keys.map((key) => [
      key.id,
      key.workspace,
      printable(key.name ?? '-'),
      key.scopes.join(','),
      ...[key.createdAt, key.lastUsedAt, key.expiresAt, key.revokedAt].map(minuteOf),
    ]),
  );
}

export function balanceLines(balances: readonly Answer[]): string {
  if (balances.length === 0) return 'No workspace has credits.';
  const names = ['workspace', 'granted', 'available', 'held', 'settled'];
  return table(
    names.map((name) => name.toUpperCase()),
    balances.map((balance) => names.map((name) => creditsText(balance[name]))),
  );
}

/** `2026-11-21 09:00`, in UTC as logs are. */
const minuteOf = (time: string | undefined): string => time?.slice(0, 16).replace('T', ' ') ?? '-';

const creditsText = (value: unknown): string =>
  typeof value === 'number' && value >= UNLIMITED_CREDITS / 2 ? 'unlimited' : String(value);

export function auditLines(answer: Answer): string {
  const findings = answer['findings'] as { kind: string; workspace?: string; jobId?: string; detail: string }[];
  const jobs = answer['jobs'] as { unfinished: number; finished: number; receipts: number };
  const lines = findings.map(({ kind, workspace, jobId, detail }) =>
    [kind, workspace, jobId, detail].filter((part) => part !== undefined).join(' '),
  );
  const sum = `${jobs.finished} finished jobs, ${jobs.receipts} receipts, ${jobs.unfinished} unfinished jobs.`;
  return [
    balanceLines(answer['workspaces'] as Answer[]),
    ...lines,
    lines.length === 0 ? `No findings: ${sum}` : `${lines.length} findings: ${sum}`,
  ].join('\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
