import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureCore } from '../convert/pdf/core/generate.ts';
import type { WorkerProgram } from '../cluster/local/child.ts';

/**
 * Where the worker's code lies: beside this file, as TypeScript in a checkout or as JavaScript in an image. A child may read the code and its
 * libraries, and nothing else of the machine (above all not the data folder, which may lie in the same checkout).
 */
export function workerProgram(): WorkerProgram {
  // Children cannot write it; `npm install` did, unless it ran without scripts.
  ensureCore();
  const source = dirname(dirname(fileURLToPath(import.meta.url)));
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const root = dirname(source);
  const readable = [source, join(root, 'package.json'), join(root, 'node_modules')].filter((path) => existsSync(path));
  return {
    execPath: process.execPath,
    main: join(source, 'worker', `main.${extension}`),
    readable: [...new Set([...readable, ...readable.map((path) => realpathSync(path))])],
  };
}
