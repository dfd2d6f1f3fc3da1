import { execFile, execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);

export const CHART = resolve(import.meta.dirname, '../../charts/scriptorium');

/** What makes the chart whole without any other option: stores that are somewhere else. */
export const STORES = ['s3.accessKeyId=key', 's3.secretAccessKey=secret', 'redis.url=redis://redis:6379'];

export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** Whether `helm` is on PATH. */
export function helmIsThere(): boolean {
  try {
    execFileSync('helm', ['version', '--short'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs helm; throws with what it said. */
export async function helm(...args: string[]): Promise<string> {
  return (await run('helm', args, { maxBuffer: 16 * 1024 * 1024 })).stdout;
}

const sets = (values: readonly string[]): string[] =>
  values.flatMap((value) => (value.startsWith('string:') ? ['--set-string', value.slice(7)] : ['--set', value]));

/** The chart's objects with these `--set` values; one that begins with `string:` is a `--set-string`. */
export async function template(...values: string[]): Promise<Manifest[]> {
  const text = await helm(
    'template',
    'scriptorium',
    CHART,
    '--namespace',
    'documents',
    '--kube-version',
    '1.36.0',
    ...sets(values),
  );
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
