import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { CLASS_FIELDS, CLASS_WORKSPACES } from '../../resource/class-fields.ts';
import { CLASS_NAME } from '../../resource/class-name.ts';
import { WORKSPACE } from '../../resource/workspace-fields.ts';
import type { Ask, Flags } from './ask.ts';
import { table } from './lines.ts';
import { withAdminOptions } from './options.ts';

interface SetFlags extends Flags {
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  readonly maxPagesPerJob?: number;
  readonly workspaces?: string[];
  readonly apiKeyFile?: string;
}

/** Adds `classes list`, `classes set` and `classes delete`. */
export function addClassCommands(program: Command, ask: Ask): void {
  const classes = program.command('classes').description('Show and set who is asked about pages that OCR doubts.');
  const path = '/admin/v1/classes';
  withAdminOptions(classes.command('list'), 'List the converter classes.').action((flags: Flags) =>
    ask(flags, { method: 'GET', path, lines: (answer) => classLines(answer['classes'] as Row[]) }),
  );
  withAdminOptions(classes.command('set'), 'Create or replace a converter class.')
    .requiredOption('--name <name>', 'name of the class', readName)
    .requiredOption('--endpoint <url>', CLASS_FIELDS.endpoint.resource)
    .requiredOption('--model <model>', CLASS_FIELDS.model.resource)
    .option('--max-pages-per-job <n>', CLASS_FIELDS.maxPagesPerJob.resource, readPages)
    .option('--workspaces <names>', `${CLASS_WORKSPACES.resource} Separated by commas.`, readWorkspaces)
    .option('--api-key-file <file>', 'read the key of the endpoint from the first line of this file')
    .action(({ name, endpoint, model, maxPagesPerJob, workspaces, apiKeyFile, ...flags }: SetFlags) => {
      const apiKey = apiKeyFile === undefined ? undefined : readFileSync(apiKeyFile, 'utf8').split('\n')[0]!.trim();
      const body = { name, endpoint, model, maxPagesPerJob, workspaces, apiKey };
      return ask(flags, { method: 'POST', path, body, lines: (answer) => classLines([answer as unknown as Row]) });
    });
  withAdminOptions(classes.command('delete'), 'Delete a converter class. Jobs that name it are asked nothing more.')
    .requiredOption('--name <name>', 'name of the class', readName)
    .action(({ name, ...flags }: Flags & { readonly name: string }) =>
      ask(flags, { method: 'POST', path: `${path}/delete`, body: { name }, lines: () => `Deleted ${name}.` }),
    );
}

function readName(text: string): string {
  if (new RegExp(CLASS_NAME).test(text)) return text;
  throw new InvalidArgumentError('Enter at most 40 small letters, digits and hyphens.');
}

function readPages(text: string): number {
  const { minimum, maximum } = CLASS_FIELDS.maxPagesPerJob;
  if (/^\d{1,6}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return Number(text);
  throw new InvalidArgumentError(`Enter a whole number from ${minimum} to ${maximum}.`);
}

function readWorkspaces(text: string): string[] {
  const names = text.split(',');
  if (names.every((name) => new RegExp(WORKSPACE).test(name))) return names;
  throw new InvalidArgumentError('Enter the names of workspaces, separated by commas.');
}

interface Row {
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  readonly maxPagesPerJob: number;
  readonly workspaces?: readonly string[];
  readonly hasKey: boolean;
}

function classLines(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No converter classes found.';
  return table(
    ['NAME', 'ENDPOINT', 'MODEL', 'PAGES-PER-JOB', 'WORKSPACES', 'KEY'],
    rows.map(({ name, endpoint, model, maxPagesPerJob, workspaces, hasKey }) => [
      name,
      endpoint,
      model,
      String(maxPagesPerJob),
      workspaces?.join(',') ?? 'all',
      hasKey ? 'yes' : '-',
    ]),
  );
}
