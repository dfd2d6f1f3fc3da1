import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface PasswordFlags {
  readonly password: boolean;
  readonly passwordFile?: string;
}

/** Why there is no password although one was asked for, as a sentence. */
export class NoPassword extends Error {}

/**
 * The password of the documents: asked for on the terminal, the first line of a file or of standard input, or from the
 * environment. Never an argument, which every user of the machine could read.
 */
export async function readPassword(
  { password, passwordFile }: PasswordFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (password) return await askPassword();
  if (passwordFile === undefined) return env['SCRIPTORIUM_PASSWORD'] || undefined;
  const [line = ''] = readFirst(passwordFile).split(/\r?\n/, 1);
  if (line === '') throw new NoPassword(`The first line of ${passwordFile} is empty, but must be the password.`);
  return line;
}

function readFirst(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new NoPassword(`Failed to read the password from ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Asks without showing what is typed. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new NoPassword('--password asks on a terminal. Use --password-file or SCRIPTORIUM_PASSWORD.');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Not before the terminal has stopped showing what is typed.
  process.stderr.write('Password: ');
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      const stopped = (): void => reject(new NoPassword('No password was given.'));
      lines.once('close', stopped).once('SIGINT', stopped);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
