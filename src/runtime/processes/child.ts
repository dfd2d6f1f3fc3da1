import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ProcessLimits } from '../launcher.ts';
import type { Hearing } from '../../protocol/supervisor.ts';
import { hear } from './hearing.ts';
import type { Isolation } from './isolation.ts';
import { residentMeter } from './resident.ts';
import { folderBytes } from './scratch.ts';

/** The worker's program: what runs, and which folders its code lies in. */
export interface WorkerProgram {
  readonly execPath: string;
  readonly main: string;
  /** Absolute, with links resolved. */
  readonly readable: readonly string[];
  /** All of its environment. Nothing secret: the document could read it. */
  readonly env?: Readonly<Record<string, string>>;
}

/** `plain` has neither native code nor threads; `native` has both; `fetch` has the network and parses nothing. */
export type ChildKind = 'plain' | 'native' | 'fetch';

/** Which limit ended a child, or that we did; `unavailable` is about the service or its stores. */
export type EndReason = 'memory' | 'deadline' | 'scratch' | 'output' | 'unavailable' | 'ended';

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ended?: EndReason;
  /** The end of what it wrote to standard error: for our log. */
  readonly stderr: string;
}

export type Asked = { readonly result: unknown } | { readonly exit: ChildExit };

export interface ChildSettings {
  readonly program: WorkerProgram;
  readonly isolation: Isolation;
  readonly kind: ChildKind;
  /** Argument of the worker's main. */
  readonly role: 'convert' | 'fetch' | 'pool';
  /** The child's own folder, made here and removed after its end. */
  readonly scratch: string;
  /** More that it may read, such as the API's socket. */
  readonly readable: readonly string[];
  /** The folder that it may write; its own one by default. */
  readonly writable?: string;
  readonly heapMegabytes: number;
}

const OUTPUT_BYTES = 1024 * 1024;
const STDERR_BYTES = 8 * 1024;
const WATCH_MS = 50;
/**
 * Half the weight of the service: enough for it to be served first, and on a busy machine not so little that
 * conversions starve.
 */
const NICE = 3;

/**
 * One process and what is known of it. It is used for one document and never again (but in the pool of the command
 * line).
 */
export class Child {
  readonly pid: number | undefined;
  readonly scratch: string;
  readonly exited: Promise<ChildExit>;
  /** After `exited`, when its scratch folder is gone too. */
  readonly cleaned: Promise<void>;
  /** True once its modules are loaded, and not while it rehearses. */
  ready = false;
  #rehearsed = false;
  onMessage: ((message: { readonly type: string }) => void) | undefined;
  #process: ChildProcessByStdio<Writable, Readable, Readable>;
  #ended: EndReason | undefined;
  #stderr = '';
  #outputBytes = 0;
  #timers: NodeJS.Timeout[] = [];

  static async start(settings: ChildSettings): Promise<Child> {
    await mkdir(settings.scratch, { recursive: true, mode: 0o700 });
    return new Child(settings);
  }

  private constructor(settings: ChildSettings) {
    this.scratch = settings.scratch;
    const { isolation, program, readable, writable = settings.scratch } = settings;
    const sandbox = isolation.sandbox && !readable.includes('*');
    const [file, ...args] = isolation.wrap(commandLine(settings), {
      network: settings.kind === 'fetch',
      ...(sandbox && {
        files: {
          readable: [program.execPath, ...program.readable, ...readable],
          writable,
          roots: rootsOf(dirname(writable)),
        },
      }),
    });
    // Detached: a process group of its own, so that the whole group can be ended.
    this.#process = spawn(file!, args, {
      cwd: settings.scratch,
      env: { ...settings.program.env },
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.pid = this.#process.pid;
    if (this.pid !== undefined) yieldToService(this.pid, sandbox);
    this.#process.stdin.on('error', () => {}); // it ended first; `exited` says so
    this.#readOutput();
    this.exited = new Promise((resolve) => {
      this.#process.on('error', (error) => resolve({ code: null, signal: null, stderr: error.message }));
      this.#process.on('close', (code, signal) =>
        resolve({
          ...(sandbox ? endOf(code, signal) : { code, signal }),
          stderr: this.#stderr,
          ...(this.#ended && { ended: this.#ended }),
        }),
      );
    });
    this.cleaned = this.#cleanUp();
  }

  /** False once it has exited or is being ended. */
  get alive(): boolean {
    return (
      this.pid !== undefined &&
      this.#ended === undefined &&
      this.#process.exitCode === null &&
      this.#process.signalCode === null
    );
  }

  /** Lets a process that waits for its document convert a page of ours. False for one that cannot, or that did. */
  rehearse(): boolean {
    if (!this.ready || this.#rehearsed || !this.alive) return false;
    this.#rehearsed = true;
    this.ready = false;
    this.send({ rehearse: true });
    return true;
  }

  /** Asks one thing: its answer, or how the process ended instead. */
  async ask(request: object, hearing: Hearing = {}): Promise<Asked> {
    const answered = new Promise<Asked>((done) => {
      this.onMessage = (message) => {
        hear(message, hearing, (answer) => this.send(answer));
        if (message.type === 'result') done({ result: (message as { readonly result?: unknown }).result });
      };
    });
    this.send(request);
    return await Promise.race([answered, this.exited.then((exit) => ({ exit }))]);
  }

  send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /**
   * From now on these limits hold in place of any others; the deadline counts from here. Returns a function that lifts
   * them.
   */
  limit(limits: ProcessLimits): () => void {
    this.#timers.forEach((timer) => clearInterval(timer));
    const deadline = setTimeout(() => this.end('deadline'), limits.seconds * 1000);
    const resident = this.pid === undefined ? () => 0 : residentMeter(this.pid);
    const memory = setInterval(() => {
      if (resident() > limits.memoryBytes) this.end('memory');
    }, WATCH_MS);
    let measuring = false;
    const measure = async (): Promise<void> => {
      if (measuring) return;
      measuring = true;
      if ((await folderBytes(this.scratch)) > limits.scratchBytes) this.end('scratch');
      measuring = false;
    };
    const scratch = Number.isFinite(limits.scratchBytes) ? setInterval(() => void measure(), WATCH_MS * 4) : undefined;
    this.#outputBytes = 0;
    const timers = [deadline, memory, ...(scratch ? [scratch] : [])];
    this.#timers = timers;
    return () => timers.forEach((timer) => clearInterval(timer));
  }

  /** Ends the process and all that it started. */
  end(reason: EndReason): void {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null || this.pid === undefined) return;
    this.#ended ??= reason;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      this.#process.kill('SIGKILL'); // no group yet, or gone
    }
  }

  async #cleanUp(): Promise<void> {
    await this.exited;
    this.#timers.forEach((timer) => clearInterval(timer));
    await rm(this.scratch, { recursive: true, force: true });
  }

  #readOutput(): void {
    let rest = '';
    this.#process.stdout.setEncoding('utf8');
    this.#process.stdout.on('data', (chunk: string) => {
      this.#outputBytes += chunk.length;
      if (this.#outputBytes > OUTPUT_BYTES) return this.end('output');
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#read(line);
    });
    this.#process.stderr.setEncoding('utf8');
    this.#process.stderr.on('data', (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-STDERR_BYTES);
    });
  }

  #read(line: string): void {
    if (!line.startsWith('{"type":')) return; // a library's chatter
    let message: { readonly type: string };
    try {
      message = JSON.parse(line) as { type: string };
    } catch {
      return;
    }
    if (message.type === 'ready') this.ready = true;
    this.onMessage?.(message);
  }
}

/** From Node 25 on, the permission model covers the network, with Unix sockets such as the API's. */
const NET = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];

function commandLine({
  program,
  kind,
  role,
  scratch,
  readable,
  writable = scratch,
  heapMegabytes,
}: ChildSettings): string[] {
  const native = kind === 'native' ? ['--allow-addons', '--allow-worker', '--disable-warning=SecurityWarning'] : [];
  const reads = [...program.readable, ...readable, writable].map((path) => `--allow-fs-read=${path}`);
  return [
    program.execPath,
    '--permission',
    '--disable-sigusr1',
    ...reads,
    `--allow-fs-write=${writable}`,
    ...native,
    // The command's processes get their documents through files and channels.
    ...(role === 'pool' ? [] : NET),
    `--max-old-space-size=${heapMegabytes}`,
    // The young generation begins at this size, in MiB: a document of one page fills 16 to 20, and then needs no
    // collection.
    '--min-semi-space-size=24',
    '--disable-warning=ExperimentalWarning',
    program.main,
    role,
  ];
}

/**
 * Converting must not make the API slow: a child gets what the service leaves. Each child is a session, so Linux may
 * weigh it as a group. In a sandbox, the process is niced where it starts.
 */
function yieldToService(pid: number, sandbox: boolean): void {
  try {
    if (!sandbox) setPriority(pid, NICE);
  } catch {
    // it has ended
  }
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICE));
  } catch {
    // no such groups on this system
  }
}

/** The shell of a sandbox says by its exit code which signal ended the process. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Pick<ChildExit, 'code' | 'signal'> {
  const name = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name as NodeJS.Signals };
}

/** Where the roots of sandboxes lie, which are removed with the scratch folders. */
export const rootsOf = (folder: string): string => join(folder, 'roots');

/** Where a child's scratch folder lies. */
export const scratchOf = (folder: string, id: string): string => join(folder, `run-${id}`);
