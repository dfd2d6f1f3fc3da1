import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { askAdmin, adminSocketOf } from '../src/cli/admin/client.ts';

const MAIN = resolve(import.meta.dirname, '../src/cli/main.ts');

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

/**
 * The real service in a process of its own, started by its command on a free port, with a data folder that outlives its
 * processes.
 */
export interface ServiceProcess {
  readonly dataDir: string;
  url(): string;
  key(): string;
  pid(): number;
  /** What it has written on standard output. */
  said(): string;
  /** What it has written on standard error. */
  log(): string;
  start(): Promise<void>;
  /** Ends the process; with SIGKILL as a power cut would. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** One call of the interface, with the key of workspace `local`. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Uploads a document and answers its documentId. */
  upload(fileName: string, bytes: Uint8Array): Promise<string>;
  admin(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>>;
  /** Ends the process and removes the data. */
  close(): Promise<void>;
}

export async function serviceProcess(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  let child: ChildProcess | undefined;
  let url = '';
  let key = '';
  let log = '';
  let out = '';

  const start = async (): Promise<void> => {
    log = '';
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SCRIPTORIUM_PORT: '0',
      SCRIPTORIUM_DATA_DIR: dataDir,
      SCRIPTORIUM_ALLOW_LOOPBACK_URLS: 'true',
      // What an idle service answers, on a machine that may be busy.
      SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '60',
      ...settings,
    };
    const started = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    started.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-100_000);
    });
    out = '';
    await new Promise<void>((done, fail) => {
      started.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        const said = /Scriptorium is running at (\S+)[\s\S]*?(scr_live_\w+)/.exec(out);
        if (!said) return;
        [url, key] = [said[1]!, said[2]!];
        done();
      });
      started.once('exit', (code, signal) => fail(new Error(`the service ended with ${code ?? signal}: ${log}`)));
    });
  };

  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise<void>((done) => running.once('exit', () => done()));
    running.kill(signal);
    await ended;
  };

  const call: ServiceProcess['call'] = async <T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  };

  return {
    dataDir,
    start,
    kill,
    call,
    url: () => url,
    key: () => key,
    pid: () => child?.pid ?? 0,
    said: () => out,
    log: () => log,
    upload: async (fileName, bytes) => {
      const slot = await call<{ documentId: string; uploadUrl: string }>('POST', '/uploads', {
        fileName,
        fileType: 'application/octet-stream',
      });
      if (slot.status !== 201) throw new Error(`createUpload answered ${slot.status}: ${JSON.stringify(slot.body)}`);
      const put = await fetch(slot.body.uploadUrl, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
      if (!put.ok) throw new Error(`the upload was answered ${put.status}`);
      return slot.body.documentId;
    },
    admin: (method, path, body) => askAdmin(adminSocketOf(dataDir), method, path, body),
    close: async () => {
      await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const fixture = async (path: string): Promise<Uint8Array> => readFile(resolve(import.meta.dirname, '..', path));
