import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { WorkerProgram } from '../../runtime/processes/child.ts';
import { COMPILED_CORE } from '../../../packages/engine/src/ocr.ts';
import { FILES } from './worker-bundle.ts';

/**
 * Lets a process of the lowest priority compile OCR for the processes to come, and does not wait for it. It does so
 * once for each bundle: an image has the code from its build. Returns whether it does so now.
 */
export function compileOcrOnce({ execPath, main }: WorkerProgram): boolean {
  if (basename(main) !== FILES.start) return false;
  try {
    // An empty file until the code is there; whoever makes it is the only one who compiles.
    writeFileSync(join(dirname(main), COMPILED_CORE), '', { flag: 'wx' });
  } catch {
    return false; // it is there, or the folder is not ours
  }
  const compiling = spawn(execPath, [main, 'compile-ocr'], { detached: true, stdio: 'ignore', env: {} });
  compiling.on('error', () => {}); // OCR compiles as it goes
  if (compiling.pid !== undefined) setPriority(compiling.pid, constants.priority.PRIORITY_LOW);
  compiling.unref();
  return true;
}
