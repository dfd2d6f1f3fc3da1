import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, parseDocument } from 'yaml';

const run = promisify(execFile);

export const CHART = resolve(import.meta.dirname, '../../charts/scriptorium');

/** The addresses of stores that are somewhere else, for the NetworkPolicies. */
export const STORE_ADDRESSES = [
  'networkPolicy.s3.to[0].ipBlock.cidr=10.0.5.0/24',
  'networkPolicy.redis.to[0].ipBlock.cidr=10.0.6.7/32',
];

/** What makes the chart whole without any other option: stores that are somewhere else. */
export const STORES = [
  's3.accessKeyId=key',
  's3.secretAccessKey=secret',
  'redis.url=redis://redis:6379',
  ...STORE_ADDRESSES,
];

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
  values.flatMap((value) => {
    if (value.startsWith('api-versions:')) return ['--api-versions', value.slice('api-versions:'.length)];
    if (value.startsWith('string:')) return ['--set-string', value.slice('string:'.length)];
    return value.startsWith('json:') ? ['--set-json', value.slice('json:'.length)] : ['--set', value];
  });

/**
 * What `helm install` prints with these values. Helm renders notes only before a cluster, so here they are the text of
 * an object.
 */
export async function helmNotes(...values: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-'));
  try {
    await cp(CHART, folder, { recursive: true });
    const notes = await readFile(join(CHART, 'templates/NOTES.txt'), 'utf8');
    await writeFile(
      join(folder, 'templates/notes.yaml'),
      `{{ define "notes" }}${notes}{{ end }}kind: Notes\nspec: { text: {{ include "notes" . | toJson }} }\n`,
    );
    const args = ['template', 'scriptorium', folder, '--namespace', 'documents', '--kube-version', '1.36.0'];
    const text = await helm(...args, '--show-only', 'templates/notes.yaml', ...sets(values));
    return (parseDocument(text).toJS() as { spec: { text: string } }).spec.text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The chart's objects with these `--set` values; one that begins with `string:` is a `--set-string`, one that begins
 * with `json:` a `--set-json`, and `api-versions:` says what the cluster knows.
 */
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
