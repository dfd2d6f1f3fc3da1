import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledWorkerBundle, findWorkerBundle, makeCompiledCache, makeWorkerBundle } from './worker-bundle.ts';
import { ensureCore } from '../../../packages/pdf-core/src/generate.ts';
import type { WorkerProgram } from '../../runtime/processes/child.ts';

/** The folder `src` of the sources, or of the compiled program, beside which `packages` lies. */
const source = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const isCompiled = import.meta.url.endsWith('.js');
/** Of the package or the checkout. */
const root = resolve(source, isCompiled ? '../..' : '..');

/**
 * Makes what lets worker processes start quickly; to be called once before the first starts. Returns why it could not,
 * if so.
 */
export async function prepareWorker(): Promise<string | undefined> {
  // Children cannot write it.
  ensureCore();
  return isCompiled ? makeCompiledCache(source) : makeWorkerBundle(root);
}

/** An installed package finds its libraries beside itself as well as below. */
function listLibraries(folder: string): string[] {
  const [outer, inner] = folder.split(`${sep}node_modules${sep}`);
  return [join(folder, 'node_modules'), ...(inner === undefined ? [] : [`${outer}${sep}node_modules`])];
}

/**
 * Where the worker's code lies: its bundle where `prepareWorker` made one, else beside this file. A child may read the
 * code and its libraries, and nothing else of the machine (above all not the data folder, which may lie in the same
 * checkout).
 */
export function workerProgram(): WorkerProgram {
  ensureCore();
  const bundle = isCompiled ? compiledWorkerBundle(source) : findWorkerBundle(root);
  // The certificate authorities that it needs to reach the object store.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const readable = [
    source,
    join(dirname(source), 'packages'),
    join(root, 'package.json'),
    join(root, 'package-lock.json'),
    ...listLibraries(root),
    ...(bundle === undefined ? [] : [dirname(bundle)]),
    ...(authorities === undefined ? [] : [resolve(authorities)]),
  ].filter((path) => existsSync(path));
  return {
    execPath: process.execPath,
    env: {
      ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
      // Pages are drawn with the fonts of their documents; to look through those of the machine takes 0.3 s.
      DISABLE_SYSTEM_FONTS_LOAD: '1',
    },
    main: bundle ?? join(source, 'worker', `main.${isCompiled ? 'js' : 'ts'}`),
    readable: [...new Set([...readable, ...readable.map((path) => realpathSync(path))])],
  };
}
