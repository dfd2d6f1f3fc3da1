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

/** Adds `quote`, `jobs`, `artifacts` and `receipts`: the REST interface from a terminal. */
export function addRestCommands(program: Command, output: AdminOutput): void {
  const act = async (flags: Flags, command: Command, work: (client: RestClient) => Promise<void>): Promise<void> => {
    if (flags.key === undefined) command.error('An API key is required. Set --key or SCRIPTORIUM_KEY.');
    try {
      await work(restClient(flags.server, flags.key));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (flags.json) output.out(JSON.stringify({ code: error.code, ...error.body, error: error.message }));
      else output.error(error.message);
      output.exit(1);
    }
  };
  const tell = (flags: Flags, answer: Answer, line: (answer: Answer) => string): void =>
    output.out(flags.json ? JSON.stringify(answer) : line(answer));

  common(
    program.command('quote').argument('<file-or-url>', 'file, URL, or documentId of an upload', readId),
    'Show the price of a conversion without starting it.',
  )
    .option('--start-page <number>', 'first page to convert', readNumber)
    .action(async (what: string, flags: Flags & { startPage?: number }, command: Command) =>
      act(flags, command, async (client) => {
        const source = /^https?:\/\//i.test(what)
          ? { type: 'external', fileUrl: what }
          : { type: 'document', documentId: await documentOf(client, what) };
        tell(
          flags,
          await client.post('quotes', { source, ...(flags.startPage !== undefined && { startPage: flags.startPage }) }),
          quoteLine,
        );
      }),
    );

  const jobs = program.command('jobs').description('Show and cancel jobs.');
  common(jobs.command('get').argument('<jobId>', 'ID of the job', readId), 'Show a job.').action(
    async (jobId: string, flags: Flags, command: Command) =>
      act(flags, command, async (client) =>
        tell(flags, await client.get(`jobs/${encodeURIComponent(jobId)}`), jobLine),
      ),
  );
  common(
    jobs.command('cancel').argument('<jobId>', 'ID of the job', readId),
    'Cancel a job that has not finished and refund its credits. The exit code is 1 if the job is not canceled.',
  ).action(async (jobId: string, flags: Flags, command: Command) =>
    act(flags, command, async (client) => {
      const job = await client.post(`jobs/${encodeURIComponent(jobId)}/cancel`);
      tell(flags, job, jobLine);
      if (job['status'] !== 'canceled') output.exit(1);
    }),
  );
  common(
    jobs.command('watch').argument('<jobId>', 'ID of the job', readId),
    'Watch a job until it ends. The exit code is 1 if it does not succeed.',
  ).action(async (jobId: string, flags: Flags, command: Command) =>
    act(flags, command, async (client) => {
      const job = await watchJob(client, jobId, (now) => {
        if (!flags.json) output.out(jobLine(now));
      });
      if (flags.json) output.out(JSON.stringify(job));
      if (job['status'] !== 'succeeded') output.exit(1);
    }),
  );

  const artifacts = program.command('artifacts').description('The files that a job produced.');
  common(artifacts.command('list').argument('<jobId>', 'ID of the job', readId), 'List the artifacts of a job.').action(
    async (jobId: string, flags: Flags, command: Command) =>
      act(flags, command, async (client) =>
        tell(flags, await client.get(`jobs/${encodeURIComponent(jobId)}/artifacts`), artifactLines),
      ),
  );
  common(
    artifacts.command('get').argument('<artifactId>', 'ID of an artifact, or of a job to get its Markdown', readId),
    'Download an artifact. With --json, print its metadata and write its content only to --output.',
  )
    .option('-o, --output <file>', 'write to this file (default: standard output)')
    .action(async (id: string, flags: Flags & { output?: string }, command: Command) =>
      act(flags, command, async (client) => {
        const artifact = await findArtifact(client, id);
        if (flags.output !== undefined || !flags.json) await saveArtifact(client, artifact, flags.output);
        if (flags.json) output.out(JSON.stringify(artifact));
      }),
    );

  const receipts = program.command('receipts').description('Show the receipts of jobs.');
  common(receipts.command('get').argument('<id>', 'ID of a receipt or of its job', readId), 'Show a receipt.').action(
    async (id: string, flags: Flags, command: Command) =>
      act(flags, command, async (client) => {
        const path = id.startsWith('rcpt_')
          ? `receipts/${encodeURIComponent(id)}`
          : `receipts?jobId=${encodeURIComponent(id)}`;
        tell(flags, await client.get(path), receiptLine);
      }),
  );
}

/** The documentId itself, or that of the file, which is uploaded. */
async function documentOf(client: RestClient, what: string): Promise<string> {
  if (/^doc_[0-9a-z]+$/.test(what)) return what;
  if (!(await stat(what).catch(() => undefined))?.isFile())
    throw new Refused(0, `File not found: ${what}.`, { code: 'no_file' });
  return client.upload(what);
}

function common(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(
      new Option('--server <url>', 'URL of the service')
        .env('SCRIPTORIUM_SERVER')
        .default('http://localhost:8080')
        .argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key').env('SCRIPTORIUM_KEY'))
    .option('--json', 'print one JSON object');
}
