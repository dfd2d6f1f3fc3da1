import { setTimeout as delay } from 'node:timers/promises';
import { FOLDER_URL } from '../../resource/batch-fields.ts';
import { Refused, restClient, type RestClient } from '../rest/client.ts';
import type { ConvertFlags } from './converter.ts';
import { EXIT } from './exit-codes.ts';
import { toOptions } from './options.ts';

/** A batch, as the server answers it. */
interface RemoteBatch {
  readonly id: string;
  readonly status: 'running' | 'suspended' | 'completed' | 'canceled';
  readonly message?: string;
  readonly stalled?: string;
  readonly documents: { readonly succeeded: number; readonly failed: number };
  readonly pages: number;
  readonly failures: readonly { readonly key: string; readonly error: string }[];
  readonly failureList?: string;
}

const POLL_MS = 1000;

/**
 * Has a server convert the objects of a folder of a bucket, as a batch, and waits for its end. Interrupted, it cancels
 * the batch. Returns the exit code.
 */
export async function convertBucket(
  files: readonly string[],
  flags: ConvertFlags,
  misused: (message: string) => never,
): Promise<number> {
  const folders = readFolders(files, flags, misused);
  const client = restClient(flags.server!, flags.key!);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const print = (line: string): void => void (flags.quiet || process.stderr.write(`${line}\n`));
  try {
    const { startPage: _start, endPage: _end, ...options } = toOptions(flags);
    const batch = (await client.post(OWN, { ...folders, ...options })) as unknown as RemoteBatch;
    print(`${batch.id}: ${folders.source} → ${folders.destination}`);
    const ended = await untilEnded(client, batch, { interrupted: interruption.signal, print });
    report(ended, flags);
    if (ended.status === 'canceled') return interruption.signal.aborted ? EXIT.interrupted : EXIT.documents;
    return ended.documents.failed > 0 ? EXIT.documents : EXIT.done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.isFailure ? EXIT.ours : EXIT.documents;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Polls the batch and prints its progress. Interrupted, cancels it and waits for its end. */
async function untilEnded(
  client: RestClient,
  begun: RemoteBatch,
  { interrupted, print }: { readonly interrupted: AbortSignal; readonly print: (line: string) => void },
): Promise<RemoteBatch> {
  const path = `${OWN}/${encodeURIComponent(begun.id)}`;
  let batch = begun;
  let printed = '';
  let canceled = false;
  while (batch.status === 'running' || batch.status === 'suspended') {
    if (interrupted.aborted && !canceled) {
      canceled = true;
      await client.post(`${path}/cancel`);
    }
    await (canceled ? delay(POLL_MS) : delay(POLL_MS, undefined, { signal: interrupted }).catch(() => undefined));
    batch = (await client.get(path)) as unknown as RemoteBatch;
    const line = batch.stalled ?? batch.message ?? '';
    if (line !== printed) print((printed = line));
  }
  return batch;
}

const OWN = '../scriptorium/v1/batches';

function report(batch: RemoteBatch, { json }: ConvertFlags): void {
  if (json) return void process.stdout.write(`${JSON.stringify(batch)}\n`);
  const { failures, failureList, documents, pages, status } = batch;
  for (const { key, error } of failures) process.stderr.write(`${key}: error: ${error}\n`);
  const failed = documents.failed > 0 ? `; ${documents.failed} failed` : '';
  const all = failureList === undefined ? '' : ` All failures: ${failureList}`;
  process.stderr.write(
    `${count(documents.succeeded, 'file')} converted, ${count(pages, 'page')}${failed}${status === 'canceled' ? '; canceled' : ''}.${all}\n`,
  );
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The fault of the command line. */
const MISUSES: readonly (readonly [
  wrong: (files: readonly string[], flags: ConvertFlags) => boolean,
  message: string,
])[] = [
  [
    (files, { directory = '' }) => files.length !== 1 || !directory.startsWith('s3://'),
    'A folder of a bucket is converted to another: scriptorium convert s3://BUCKET/in/ -d s3://BUCKET/out/',
  ],
  [(_, { server }) => server === undefined, 'Buckets need a server. Set --server or SCRIPTORIUM_SERVER.'],
  [
    (_, { pages, output, watch, dryRun }) => pages !== undefined || output !== undefined || watch || dryRun,
    '--pages, -o, --watch and --dry-run are not available for buckets.',
  ],
  [
    (_, { skipExisting, format }) => skipExisting || format !== 'markdown',
    '--skip-existing and --format are not available for buckets. Use --outputs.',
  ],
];

interface Folders {
  readonly source: string;
  readonly destination: string;
  readonly suffixes?: readonly string[];
}

/** `s3://bucket/in/`, or with `*` or `*.pdf` at its end. */
function readFolders(files: readonly string[], flags: ConvertFlags, misused: (message: string) => never): Folders {
  const misuse = MISUSES.find(([wrong]) => wrong(files, flags));
  if (misuse) misused(misuse[1]);
  const [, source = '', suffix] = /^(.*?)(?:\*([^*/]*))?$/s.exec(files[0]!) ?? [];
  const destination = flags.directory!.replace(/([^/])$/, '$1/');
  for (const url of [source, destination])
    if (!new RegExp(FOLDER_URL).test(url)) misused(`${url} is not a folder such as s3://BUCKET/FOLDER/.`);
  return { source, destination, ...(suffix && { suffixes: [suffix] }) };
}
