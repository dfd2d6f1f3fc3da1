import { stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { AdminOutput } from '../admin/commands.ts';
import { readId, readNumber, readServer } from '../arguments.ts';
import { findArtifact, saveArtifact } from './artifacts.ts';
import { Refused, restClient, type RestClient } from './client.ts';
import { watchJob } from './jobs.ts';
import { artifactLines, jobLine, quoteLine, receiptLine } from './lines.ts';

type Answer = Readonly<Record<string, unknown>>;
interface Flags {
  readonly server: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** A command's function: gets a client, and where to print. */
interface Call<F extends Flags> {
  readonly client: RestClient;
  readonly flags: F;
  readonly output: AdminOutput;
}

interface RestCommand<F extends Flags> {
  /** Of the command with its group, such as `jobs get`. */
  readonly name: string;
  readonly description: string;
  readonly argument: readonly [name: string, description: string];
  readonly addOptions?: (command: Command) => Command;
  readonly run: (argument: string, call: Call<F>) => Promise<void>;
}

const GROUPS: Readonly<Record<string, string>> = {
  jobs: 'Show and cancel jobs.',
  artifacts: 'The files that a job produced.',
  receipts: 'Show the receipts of jobs.',
};

const QUOTE: RestCommand<Flags & { startPage?: number }> = {
  name: 'quote',
  description: 'Show the price of a conversion without starting it.',
  argument: ['<file-or-url>', 'file, URL, or documentId of an upload'],
  addOptions: (command) => command.option('--start-page <number>', 'first page to convert', readNumber),
  run: async (document, { client, flags, output }) => {
    const source = /^https?:\/\//i.test(document)
      ? { type: 'external', fileUrl: document }
      : { type: 'document', documentId: await uploadOnce(client, document) };
    const { startPage } = flags;
    const quote = await client.post('quotes', { source, ...(startPage !== undefined && { startPage }) });
    printAnswer(output, flags, { answer: quote, line: quoteLine });
  },
};

const JOBS: readonly RestCommand<Flags>[] = [
  {
    name: 'jobs get',
    description: 'Show a job.',
    argument: ['<jobId>', 'ID of the job'],
    run: async (jobId, { client, flags, output }) =>
      printAnswer(output, flags, { answer: await client.get(`jobs/${encodeURIComponent(jobId)}`), line: jobLine }),
  },
  {
    name: 'jobs cancel',
    description:
      'Cancel a job that has not finished and refund its credits. The exit code is 1 if the job is not canceled.',
    argument: ['<jobId>', 'ID of the job'],
    run: async (jobId, { client, flags, output }) => {
      const job = await client.post(`jobs/${encodeURIComponent(jobId)}/cancel`);
      printAnswer(output, flags, { answer: job, line: jobLine });
      if (job['status'] !== 'canceled') output.exit(1);
    },
  },
  {
    name: 'jobs watch',
    description: 'Watch a job until it ends. The exit code is 1 if it does not succeed.',
    argument: ['<jobId>', 'ID of the job'],
    run: async (jobId, { client, flags, output }) => {
      const job = await watchJob(client, jobId, (now) => {
        if (!flags.json) output.out(jobLine(now));
      });
      if (flags.json) output.out(JSON.stringify(job));
      if (job['status'] !== 'succeeded') output.exit(1);
    },
  },
];

const LIST_ARTIFACTS: RestCommand<Flags> = {
  name: 'artifacts list',
  description: 'List the artifacts of a job.',
  argument: ['<jobId>', 'ID of the job'],
  run: async (jobId, { client, flags, output }) => {
    const answer = await client.get(`jobs/${encodeURIComponent(jobId)}/artifacts`);
    printAnswer(output, flags, { answer, line: artifactLines });
  },
};

const GET_ARTIFACT: RestCommand<Flags & { output?: string }> = {
  name: 'artifacts get',
  description: 'Download an artifact. With --json, print its metadata and write its content only to --output.',
  argument: ['<artifactId>', 'ID of an artifact, or of a job to get its Markdown'],
  addOptions: (command) => command.option('-o, --output <file>', 'write to this file (default: standard output)'),
  run: async (id, { client, flags, output }) => {
    const artifact = await findArtifact(client, id);
    if (flags.output !== undefined || !flags.json) await saveArtifact(client, artifact, flags.output);
    if (flags.json) output.out(JSON.stringify(artifact));
  },
};

const GET_RECEIPT: RestCommand<Flags> = {
  name: 'receipts get',
  description: 'Show a receipt.',
  argument: ['<id>', 'ID of a receipt or of its job'],
  run: async (id, { client, flags, output }) => {
    const path = id.startsWith('rcpt_')
      ? `receipts/${encodeURIComponent(id)}`
      : `receipts?jobId=${encodeURIComponent(id)}`;
    printAnswer(output, flags, { answer: await client.get(path), line: receiptLine });
  },
};

/** Adds `quote`, `jobs`, `artifacts` and `receipts`: the REST interface from a terminal. */
export function addRestCommands(program: Command, output: AdminOutput): void {
  addCommand(program, QUOTE, output);
  for (const command of JOBS) addCommand(program, command, output);
  addCommand(program, LIST_ARTIFACTS, output);
  addCommand(program, GET_ARTIFACT, output);
  addCommand(program, GET_RECEIPT, output);
}

function addCommand<F extends Flags>(
  program: Command,
  { name, description, argument, addOptions = (command) => command, run }: RestCommand<F>,
  output: AdminOutput,
): void {
  const words = name.split(' ');
  const parent = words.length === 1 ? program : groupOf(program, words[0]!);
  const command: Command = withServerOptions(
    parent
      .command(words.at(-1)!)
      .description(description)
      .argument(...argument, readId),
  );
  addOptions(command).action(async (value: string, flags: F) => {
    if (flags.key === undefined) command.error('An API key is required. Set --key or SCRIPTORIUM_KEY.');
    try {
      await run(value, { client: restClient(flags.server, flags.key), flags, output });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (flags.json) output.out(JSON.stringify({ code: error.code, ...error.body, error: error.message }));
      else output.error(error.message);
      output.exit(1);
    }
  });
}

const groupOf = (program: Command, name: string): Command =>
  program.commands.find((command) => command.name() === name) ?? program.command(name).description(GROUPS[name] ?? '');

function printAnswer(
  output: AdminOutput,
  { json }: Flags,
  { answer, line }: { readonly answer: Answer; readonly line: (answer: Answer) => string },
): void {
  output.out(json ? JSON.stringify(answer) : line(answer));
}

/** The documentId itself, or that of the file, which is uploaded. */
async function uploadOnce(client: RestClient, document: string): Promise<string> {
  if (/^doc_[0-9a-z]+$/.test(document)) return document;
  if (!(await stat(document).catch(() => undefined))?.isFile())
    throw new Refused(0, `File not found: ${document}.`, { code: 'no_file' });
  return client.upload(document);
}

const withServerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--server <url>', 'URL of the service')
        .env('SCRIPTORIUM_SERVER')
        .default('http://localhost:8080')
        .argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key').env('SCRIPTORIUM_KEY'))
    .option('--json', 'print one JSON object');
