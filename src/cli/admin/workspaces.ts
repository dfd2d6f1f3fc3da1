import { InvalidArgumentError, type Command } from 'commander';
import { FOLDER_FIELD, WORKSPACE_FIELDS, WORKSPACE_FOLDERS } from '../../resource/workspace-fields.ts';
import type { Field } from '../../resource/fields.ts';
import { readWorkspace } from '../arguments.ts';
import type { Ask, Flags } from './ask.ts';
import { table } from './lines.ts';
import { withAdminOptions } from './options.ts';

type FieldName = keyof typeof WORKSPACE_FIELDS | keyof typeof WORKSPACE_FOLDERS;
const NAMES = [...Object.keys(WORKSPACE_FIELDS), ...Object.keys(WORKSPACE_FOLDERS)] as FieldName[];
/** Sets a field back. */
const DEFAULT = 'default';
/** `maxRunning` as a flag: `--max-running`. */
const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Adds `workspaces list` and `workspaces set`. */
export function addWorkspaceCommands(program: Command, ask: Ask): void {
  const workspaces = program.command('workspaces').description('Show and set what each workspace may use.');
  withAdminOptions(
    workspaces.command('list'),
    'List the workspaces that have settings, credits or unfinished jobs, with what they may use.',
  ).action((flags: Flags) =>
    ask(flags, {
      method: 'GET',
      path: '/admin/v1/workspaces',
      lines: (answer) => workspaceLines(answer['workspaces'] as Row[]),
    }),
  );
  const set = withAdminOptions(
    workspaces.command('set'),
    'Change what a workspace may use. Other settings stay as they are. `default` sets one back.',
  ).requiredOption('--workspace <name>', 'workspace to change', readWorkspace);
  for (const [name, field] of Object.entries<Field>(WORKSPACE_FIELDS))
    set.option(`${flagOf(name)} <value>`, field.resource, (text: string) => readValue(field, text));
  for (const [name, description] of Object.entries(WORKSPACE_FOLDERS))
    set.option(`${flagOf(name)} <urls>`, `${description} Separated by commas.`, readFolders);
  set.action((flags: Flags & { workspace: string } & Partial<Record<FieldName, unknown>>) => {
    const given = NAMES.filter((name) => flags[name] !== undefined).map((name) => [
      name,
      flags[name] === DEFAULT ? null : flags[name],
    ]);
    return ask(flags, {
      method: 'POST',
      path: '/admin/v1/workspaces',
      body: { workspace: flags.workspace, ...(Object.fromEntries(given) as object) },
      lines: (answer) => workspaceLines([answer as unknown as Row]),
    });
  });
}

function readValue(field: Field, text: string): unknown {
  if (text === DEFAULT) return text;
  if (field.type === 'boolean') return readBoolean(text);
  if (field.type === 'integer') return readInteger(field, text);
  if (field.enum?.includes(text)) return text;
  if (field.pattern !== undefined && new RegExp(field.pattern).test(text)) return text;
  throw new InvalidArgumentError(`Enter ${field.enum?.join(', ') ?? 'a name of small letters'} or default.`);
}

function readFolders(text: string): unknown {
  if (text === DEFAULT) return text;
  const urls = text.split(',').map((url) => url.trim());
  if (urls.every((url) => new RegExp(FOLDER_FIELD.pattern).test(url))) return urls;
  throw new InvalidArgumentError('Enter folders such as s3://BUCKET/FOLDER/, separated by commas, or default.');
}

function readBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('Enter true, false or default.');
}

function readInteger({ minimum = 0, maximum = Infinity }: Field, text: string): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`Enter a whole number from ${minimum} to ${maximum}, or default.`);
}

interface Row {
  readonly workspace: string;
  readonly weight: number;
  readonly maxRunning?: number;
  readonly maxQueuedJobs: number;
  readonly requestsPerSecond?: number;
  readonly isolation: string;
  readonly suspended: boolean;
  readonly credits: { readonly available: number; readonly held: number };
  readonly jobs: { readonly queued: number; readonly running: number };
}

const COLUMNS: readonly (readonly [name: string, cell: (row: Row) => string | number | boolean])[] = [
  ['WORKSPACE', ({ workspace }) => workspace],
  ['WEIGHT', ({ weight }) => weight],
  ['QUEUED', ({ jobs }) => jobs.queued],
  ['RUNNING', ({ jobs }) => jobs.running],
  ['AVAILABLE', ({ credits }) => credits.available],
  ['HELD', ({ credits }) => credits.held],
  ['SUSPENDED', ({ suspended }) => suspended],
  ['MAX-RUNNING', ({ maxRunning }) => maxRunning ?? '-'],
  ['MAX-QUEUED', ({ maxQueuedJobs }) => maxQueuedJobs],
  ['REQUESTS', ({ requestsPerSecond }) => requestsPerSecond ?? '-'],
  ['ISOLATION', ({ isolation }) => isolation],
];

function workspaceLines(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No workspaces found.';
  return table(
    COLUMNS.map(([name]) => name),
    rows.map((row) => COLUMNS.map(([, cell]) => String(cell(row)))),
  );
}
