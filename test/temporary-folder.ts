import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one folder for temporary files, and removes it with what they leave there. */
export function setup(): () => void {
  // A short name, since paths of Unix sockets have at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'scr-'));
  // as open as the system's own, for tests that run commands as another user
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
