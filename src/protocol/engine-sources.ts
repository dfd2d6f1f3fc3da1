import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources that decide on the Markdown of a document and on the format of a part. */
const SOURCES = [
  'packages/engine/src',
  'packages/ocr-kernels/src',
  'packages/pdf-core/patches',
  'packages/pdf-core/src',
  'src/worker/part-file.ts',
];

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

/**
 * The version of the engine in a checkout: a hash of its sources and of the versions of the libraries that it reads
 * with.
 */
export function computeEngineVersion(root: string): string {
  const sources = SOURCES.flatMap((path) => listFiles(root, path)).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const hash = createHash('sha256');
  for (const { path, text } of sources) hash.update(`${path}\n${text.length}\n${text}`);
  for (const library of listLibraries(lock, sources.map(({ text }) => text).join('\n'))) hash.update(`${library}\n`);
  return hash.digest('hex').slice(0, 16);
}

function listFiles(root: string, path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|patch)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** The dependencies that the sources name, with theirs: each with its place in `node_modules` and its version. */
function listLibraries({ packages }: Lock, sources: string): string[] {
  const found = new Map<string, string>();
  const add = (from: string, name: string): void => {
    const place = placeOf(packages, from, name);
    const entry = place === undefined ? undefined : packages[place];
    if (place === undefined || entry === undefined || found.has(place)) return;
    found.set(place, `${place} ${entry.version ?? ''}`);
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) add(place, next);
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {}))
    if (sources.includes(`'${name}'`) || sources.includes(`'${name}/`)) add('', name);
  return [...found.values()].sort();
}

/** Where Node finds a package that one in `from` asks for. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** `npm run build`: the compiled program knows its version without its sources. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, '../..');
  const compiled = join(root, 'dist/src/protocol', 'engine-version.js');
  writeFileSync(compiled, `export const engineVersion = () => '${computeEngineVersion(root)}';\n`);
}
