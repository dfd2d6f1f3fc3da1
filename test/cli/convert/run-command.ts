import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '../../../src/cli/main.ts');
/** Keeps what Node has compiled, which is most of the time of a short command. */
export const COMMAND = join(import.meta.dirname, '../../../bin/scriptorium.js');

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a new user would, in a folder, with its input and output piped. */
export async function runCommand(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly input?: Uint8Array | string;
    readonly env?: Readonly<Record<string, string>>;
    readonly uid?: number;
    readonly gid?: number;
  },
): Promise<Run> {
  const { input = '', env, ...where } = options;
  // Languages of OCR that somebody has installed on this machine are not there.
  const own = { PATH: process.env['PATH'], XDG_DATA_HOME: join(options.cwd, '.local') };
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...own, ...env }, ...where });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}
