import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program of a benchmark; returns what it prints, also where it ends with an error. */
export async function runTool(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 28 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ended with an error: ${stdout}${stderr}`, { cause: error });
  }
}
