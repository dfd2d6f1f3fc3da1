import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { s3Objects } from '../../src/objects/s3.ts';
import { keys } from '../../src/records/keys.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

export const RELEASE = 'scriptorium';
export const NAMESPACE = process.env['SCRIPTORIUM_E2E_NAMESPACE'] ?? 'scriptorium-e2e';
/** Database of Redis that the release keeps its ledger in. */
export const DATABASE = Number(process.env['SCRIPTORIUM_E2E_DATABASE'] ?? 5);
export const IMAGE = process.env['SCRIPTORIUM_IMAGE'] ?? 'scriptorium:e2e';
const INGRESS = need('INGRESS_URL');
/** Address of this machine as pods see it, for URLs to fetch. */
export const HOST = new URL(need('S3_ENDPOINT')).hostname;

export function need(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: the end-to-end tests need KUBECONFIG, S3_ENDPOINT, AWS keys, REDIS_URL and INGRESS_URL`,
    );
  return value;
}

/** What a release is installed with, with a bucket and a Redis database of its own. */
export function values(namespace = NAMESPACE, database = DATABASE): string[] {
  const [repository, tag] = IMAGE.split(':');
  const set = {
    'image.repository': repository,
    'image.tag': tag,
    'ingress.enabled': String(namespace === NAMESPACE),
    's3.endpoint': need('S3_ENDPOINT'),
    's3.bucket': namespace,
    's3.createBucket': 'true',
    's3.accessKeyId': need('AWS_ACCESS_KEY_ID'),
    's3.secretAccessKey': need('AWS_SECRET_ACCESS_KEY'),
    'redis.url': `${need('REDIS_URL')}/${database}`,
    // Stores are programs of this machine, as is the DNS, which is allowed by default.
    'networkPolicy.s3.to[0].ipBlock.cidr': `${HOST}/32`,
    'networkPolicy.redis.to[0].ipBlock.cidr': `${HOST}/32`,
  };
  const settings = {
    SCRIPTORIUM_ALLOWED_URL_NETS: `${HOST}/32`,
    SCRIPTORIUM_SWEEP_SECONDS: '5',
    SCRIPTORIUM_RANGE_PAGES: '16',
    SCRIPTORIUM_LOG_LEVEL: 'debug',
    // What an idle service answers, on a machine that may be busy.
    SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '10',
  };
  return [
    ...Object.entries(set).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...Object.entries(settings).flatMap(([name, value]) => [
      '--set-string',
      `settings.${name}=${value.replaceAll(',', '\\,')}`,
    ]),
  ];
}

/** The bucket as the release sees it. */
export const bucket = (name: string, prefix = ''): ReturnType<typeof s3Objects> =>
  s3Objects({ bucket: name, prefix, region: process.env['S3_REGION'] ?? 'us-east-1', endpoint: need('S3_ENDPOINT') });

/** What an operator does once the installation that a bucket belongs to is gone. */
export async function forgetOwner(name: string): Promise<void> {
  const objects = bucket(name);
  await objects.delete([keys.owner]).catch(() => undefined);
  objects.close();
}

async function command(program: string, args: readonly string[], input?: string): Promise<string> {
  const running = run(program, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  if (input !== undefined) running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

export const helm = (...args: string[]): Promise<string> => command('helm', args);
export const kubectl = (...args: string[]): Promise<string> => command('kubectl', args);

/** Applies manifests as a pipe to kubectl does. */
export const apply = (namespace: string, manifests: string, ...args: readonly string[]): Promise<string> =>
  command('kubectl', ['--namespace', namespace, 'apply', '-f', '-', ...args], manifests);

/** What the API server has of these manifests, as a JSON list. */
export const getApplied = (namespace: string, manifests: string): Promise<string> =>
  command('kubectl', ['--namespace', namespace, 'get', '-f', '-', '-o', 'json'], manifests);

/**
 * Installs or upgrades a release, and waits until it serves.
 *
 * @throws With what helm says, and the pods and events of the namespace, which tell why it does not serve.
 */
export const install = (release: string, namespace: string, ...args: readonly string[]): Promise<string> =>
  command('helm', [
    'upgrade',
    '--install',
    release,
    'charts/scriptorium',
    '--namespace',
    namespace,
    '--create-namespace',
    '--wait',
    '--timeout',
    '300s',
    ...args,
  ]).catch(async (error: unknown) => {
    const seen = (...what: readonly string[]): Promise<string> =>
      kubectl('--namespace', namespace, 'get', ...what).catch(String);
    const state = [await seen('pods', '-o', 'wide'), await seen('events', '--sort-by=.lastTimestamp')];
    throw new Error([String(error), ...state].join('\n\n'), { cause: error });
  });

/** Commands in one namespace. */
export interface Namespace {
  k(...args: readonly string[]): Promise<string>;
  create(object: object, ...args: readonly string[]): Promise<string>;
  get<T>(...args: readonly string[]): Promise<T>;
  /** The admin commands, in an API pod, as an operator would run them. */
  admin<T = Record<string, unknown>>(...args: readonly string[]): Promise<T>;
}

export function inNamespace(namespace: string): Namespace {
  const run = (...args: readonly string[]): Promise<string> => command('kubectl', ['--namespace', namespace, ...args]);
  return {
    k: run,
    create: (object, ...args) =>
      command('kubectl', ['--namespace', namespace, 'create', '-f', '-', ...args], JSON.stringify(object)),
    get: async <T>(...args: readonly string[]) => JSON.parse(await run('get', ...args, '-o', 'json')) as T,
    admin: async <T>(...args: readonly string[]) => {
      const label = 'app.kubernetes.io/component=api';
      const { items } = JSON.parse(await run('get', 'pods', '-l', label, '-o', 'json')) as { items: ApiPod[] };
      // One that is being replaced may end while it is asked.
      const stays = items.find(
        ({ metadata, status }) => metadata.deletionTimestamp === undefined && status.phase === 'Running',
      );
      const pod = stays?.metadata.name ?? items[0]?.metadata.name ?? '';
      return JSON.parse(await run('exec', pod, '--', 'node', '/app/dist/src/cli/main.js', ...args, '--json')) as T;
    },
  };
}

interface ApiPod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly status: { readonly phase: string };
}

/** In the release's namespace. */
export const { k, create, get, admin } = inNamespace(NAMESPACE);

/** The pod of the leading controller. */
export const leader = (): Promise<string> =>
  k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}');

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Job {
  readonly id: string;
  readonly status: string;
  readonly stage?: string;
  readonly message?: string;
  readonly errorCode?: string;
  readonly cached?: boolean;
  readonly partial?: boolean;
  readonly nextStartPage?: number;
  readonly usage?: { readonly discoveredPages?: number };
  readonly pageRange?: { readonly start: number; readonly end: number };
}

/** A client of one workspace, over the ingress. */
export interface Client {
  readonly workspace: string;
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer<T>>;
  upload(fileName: string, bytes: Uint8Array | string): Promise<string>;
  /** createJob of an uploaded document, asked again while the service is busy; throws on a refusal. */
  start(documentId: string, more?: object): Promise<Job>;
  /** Polls until the job has ended. */
  end(id: string, seconds?: number): Promise<Job>;
  markdown(id: string): Promise<string>;
  /** `POST /convert` with the fields of a form. */
  convert(form: FormData): Promise<Response>;
  /** The picture of a page, as the console asks for it. */
  picture(id: string, page: number, password?: string): Promise<Response>;
}

export async function client(workspace: string, credits: number): Promise<Client> {
  const { key } = await admin<{ key: string }>('keys', 'create', '--workspace', workspace);
  if (credits > 0) await admin('credits', 'grant', '--workspace', workspace, '--credits', String(credits));
  const call: Client['call'] = async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(`${INGRESS}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : { error: text }) as T };
  };
  return {
    workspace,
    call,
    convert: (body) =>
      fetch(`${INGRESS}/convert`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body }),
    picture: (id, page, password) =>
      fetch(`${INGRESS}/console/api/jobs/${id}/pages/${page}.webp`, {
        headers: {
          Authorization: `Bearer ${key}`,
          ...(password !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(password !== undefined && { method: 'POST', body: JSON.stringify({ password }) }),
      }),
    upload: async (fileName, bytes) => {
      const slot = await call<{ documentId: string; uploadUrl: string }>('POST', '/uploads', {
        fileName,
        fileType: 'application/octet-stream',
      });
      if (slot.status !== 201) throw new Error(`createUpload answered ${slot.status}: ${JSON.stringify(slot.body)}`);
      const put = await fetch(slot.body.uploadUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
      if (!put.ok) throw new Error(`the upload was answered ${put.status}: ${await put.text()}`);
      return slot.body.documentId;
    },
    start: (documentId, more = {}) => {
      // As clients do: an answer that says "later" is asked for again under the same key.
      const body = { source: { type: 'document', documentId }, idempotencyKey: randomUUID(), ...more };
      return until('createJob to answer', async () => {
        const { status, body: job } = await call<Job>('POST', '/jobs', body);
        if (status === 429 || status >= 500) return undefined;
        if (status !== 201 && status !== 200) throw new Refused(`createJob answered ${status}: ${JSON.stringify(job)}`);
        return job;
      });
    },
    end: (id, seconds) =>
      until(
        `job ${id} to end`,
        async () => {
          const { status, body } = await call<Job>('GET', `/jobs/${id}`);
          return status === 200 && ['succeeded', 'failed', 'canceled'].includes(body.status) ? body : undefined;
        },
        seconds,
      ),
    markdown: async (id) => {
      const { body } = await call<{ artifacts: { kind: string; text?: string; downloadUrl?: string }[] }>(
        'GET',
        `/jobs/${id}/artifacts`,
      );
      const artifact = body.artifacts.find(({ kind }) => kind === 'markdown');
      return artifact?.text ?? (await (await fetch(artifact?.downloadUrl ?? '')).text());
    },
  };
}

/** An answer that asking again does not change. */
class Refused extends Error {}

/** Asks again until there is an answer; calls that fail in between count as none. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, seconds = 150): Promise<T> {
  const last = Date.now() + seconds * 1000;
  let trouble: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      trouble = undefined;
    } catch (error) {
      if (error instanceof Refused) throw error;
      trouble = error;
    }
    if (Date.now() > last) throw new Error(`waited ${seconds} s for ${what}`, { cause: trouble });
    await sleep(200);
  }
}
