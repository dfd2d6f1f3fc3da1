import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface RunningService {
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  /** The key of workspace `local`, as the service prints it. */
  readonly key: string;
  /** Runs `scriptorium …` against it and answers its JSON. */
  admin(...args: string[]): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, on a free port and with an empty data folder. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'scr-interface-'));
  const settings = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    SCRIPTORIUM_DATA_DIR: folder,
    SCRIPTORIUM_PORT: '0',
    SCRIPTORIUM_LOG_LEVEL: 'warn',
    SCRIPTORIUM_ALLOW_LOOPBACK_URLS: 'true',
    // What an idle service answers, on a machine that may be busy.
    SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '10',
    ...env,
  };
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  // As npm does; the script hands its process over to Node, so a signal reaches the service.
  const child = spawn('sh', ['-c', scripts.start], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8');
  const ready = new Promise<{ url: string; key: string }>((resolve, reject) => {
    child.stdout.on('data', (text: string) => {
      said += text;
      const found = /is running at (http:\S+)[\s\S]*?(scr_live_\w+)/.exec(said);
      if (found) resolve({ url: found[1]!, key: found[2]! });
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
  });
  const { url, key } = await ready;
  return {
    url,
    folder,
    key,
    async admin(...command) {
      const cli = spawn(process.execPath, ['src/cli/main.ts', ...command, '--json'], {
        env: settings,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let out = '';
      cli.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      await once(cli, 'close');
      return JSON.parse(out) as Record<string, unknown>;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
