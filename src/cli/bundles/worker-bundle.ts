import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'esbuild';
import { asciiProgram } from './ascii-program.ts';
import { computeEngineVersion } from '../../protocol/engine-sources.ts';

/**
 * The worker bundled into one JavaScript file, with the V8 code cache next to it. A process starts from the bundle in a
 * third of the time that the sources take. The compile cache of Node needs a folder that the process can write, and a
 * document must not be able to change what the next process runs (docs/decisions/006-worker-processes.md).
 */
export const FILES = {
  bundle: 'worker.cjs',
  start: 'start.cjs',
  /** V8 refuses a cache that another version of it has made. */
  cache: `worker-${process.versions.v8}-${process.arch}.cache`,
} as const;
const ROOMS = ['worker', 'resource', 'protocol', 'failures', 'samples', 'telemetry'].map((room) => `src/${room}`);
const PACKAGES = ['engine', 'pdf-core', 'ocr-kernels'].map((name) => `packages/${name}/src`);
/** Native code and what finds its own files beside itself; all else is bundled. */
const EXTERNAL = ['sharp', '@napi-rs/canvas', 'pdfjs-dist', 'tesseract.js', 'tesseract.js-core'];
const KEPT_MS = 24 * 60 * 60 * 1000;

const folderOf = (root: string, key: string): string => join(root, '.cache', 'worker', key);

/** Where the bundle of these very sources starts, if it was made. */
export function findWorkerBundle(root: string): string | undefined {
  const start = join(folderOf(root, keyOf(root)), FILES.start);
  return existsSync(start) ? start : undefined;
}

/**
 * Makes the bundle if it is not there. Where it cannot be made the sources do as well, only slower; the reason is
 * returned.
 */
export async function makeWorkerBundle(root: string): Promise<string | undefined> {
  const key = keyOf(root);
  const folder = folderOf(root, key);
  if (existsSync(folder)) return undefined;
  try {
    await mkdir(dirname(folder), { recursive: true });
    const partial = await mkdtemp(`${folder}-`);
    try {
      await bundle({ root, isCompiled: false, main: 'worker/main.ts', folder: partial });
      // Another process may have been faster: then the rename fails, and its bundle is as good.
      await rename(partial, folder).catch(() => {});
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    await removeOld(dirname(folder), key);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface BundleOptions {
  readonly root: string;
  /** Whether the program runs from `dist`, and not from its sources. */
  readonly isCompiled: boolean;
  /** Below `src`. Asked to `warm`, it does what the code cache is to know. */
  readonly main: string;
  readonly folder: string;
}

/** Bundles a program into the folder, with its code cache. */
export async function bundle({ root, isCompiled, main, folder }: BundleOptions): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'src', main)],
    outfile: join(folder, FILES.bundle),
    bundle: true,
    // A process reads the whole text: a third of it is white space and names, and ASCII takes one byte a character.
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    platform: 'node',
    format: 'cjs',
    // For `node24`, esbuild makes a `new RegExp` at each use of what is a literal with \p{…} in the sources.
    target: 'es2024',
    external: EXTERNAL,
    // A function, as `start.cjs` calls it: text that is put together there would be copied in each process.
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {${addresses(relative(folder, isCompiled ? join(root, 'dist') : root))}`,
    },
    footer: { js: '})' },
    plugins: [fixedVersion(root), bundledCore, ownAddress(root, isCompiled ? '.js' : '.ts')],
    logLevel: 'silent',
  });
  const file = join(folder, FILES.bundle);
  await writeFile(file, asciiProgram(await readFile(file, 'utf8')));
  await writeFile(join(folder, FILES.start), START);
  await makeCache(folder);
}

async function makeCache(folder: string): Promise<void> {
  // The worker converts small documents, so that the cache holds the functions that a document needs and not only their
  // names.
  const scratch = await mkdtemp(join(tmpdir(), 'scriptorium-warm-'));
  try {
    const start = join(folder, FILES.start);
    await promisify(execFile)(process.execPath, [start, 'warm'], { cwd: scratch, timeout: 60_000 });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The version of the engine as it is now: a process that runs the bundle has nothing to compute it from. */
const fixedVersion = (root: string): Plugin => ({
  name: 'fixed-version',
  setup(build) {
    const contents = `export const engineVersion = () => '${computeEngineVersion(root)}';`;
    build.onLoad({ filter: /\/src\/protocol\/engine-version\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
});

/** The patched core of pdf.js belongs into the bundle: nothing generates it then. */
const bundledCore: Plugin = {
  name: 'bundled-core',
  setup(build) {
    build.onLoad({ filter: /\/pdf-core\/src\/generate\.ts$/ }, () => ({
      contents:
        "export const ensureCore = () => {}; export const importCore = () => import('./generated/pdf-core.mjs');",
      loader: 'ts',
      resolveDir: join(import.meta.dirname, '../../../packages/pdf-core/src'),
    }));
  },
};

/** In one file, `import.meta.url` of each source would be that of the bundle. */
const ownAddress = (root: string, extension: string): Plugin => ({
  name: 'own-address',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      // This file names what is replaced.
      if (path.includes(`${sep}node_modules${sep}`) || path === import.meta.filename) return undefined;
      const address = `addressOf('${relative(root, path).replace(/\.ts$/, extension)}')`;
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
});

/** The address of a source, wherever the bundle and the sources are moved together. */
const addresses = (sources: string): string =>
  `const addressOf = (path) => require('node:url').pathToFileURL(require('node:path').join(__dirname, ${JSON.stringify(sources)}, path)).href;`;

/** Runs the bundle from its cache; asked to `warm`, it makes the cache from what has been compiled until the end. */
const START = `'use strict';
const { readFileSync, writeFileSync, renameSync, existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const { Script, constants } = require('node:vm');
const file = __dirname + '/${FILES.bundle}';
const cache = __dirname + '/worker-' + process.versions.v8 + '-' + process.arch + '.cache';
const script = new Script(readFileSync(file, 'latin1'), {
  filename: file,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
});
if (script.cachedDataRejected) process.stderr.write('The code cache was refused\\n');
if (process.argv[2] === 'warm')
  process.on('exit', () => {
    const part = cache + '.' + process.pid;
    writeFileSync(part, script.createCachedData());
    renameSync(part, cache);
  });
script.runInThisContext()({}, createRequire(file), { exports: {} }, file, __dirname);
`;

/** Changes with every source, library and version of Node. */
function keyOf(root: string): string {
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${root}\n`);
  const add = (path: string): void => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  for (const name of ['package.json', 'package-lock.json', 'src/cli/bundles/worker-bundle.ts'])
    if (existsSync(join(root, name))) add(join(root, name));
  for (const place of [...ROOMS, ...PACKAGES]) {
    const folder = join(root, place);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs)$/.test(name)) add(join(folder, name));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Where the bundle of the compiled program starts, if `npm run build` made it. */
export function compiledWorkerBundle(sources: string): string | undefined {
  const start = join(sources, 'worker', 'bundle', FILES.start);
  return existsSync(start) ? start : undefined;
}

/**
 * Makes the code cache of the compiled program's bundle where it was built by another version of Node. Returns why it
 * could not, if so: then each process compiles what it needs.
 */
export async function makeCompiledCache(sources: string): Promise<string | undefined> {
  const start = compiledWorkerBundle(sources);
  if (start === undefined || existsSync(join(dirname(start), FILES.cache))) return undefined;
  try {
    await access(dirname(start), constants.W_OK);
    await makeCache(dirname(start));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function removeOld(folder: string, key: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === key) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}
