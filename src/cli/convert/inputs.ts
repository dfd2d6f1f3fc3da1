import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';

/** A document to convert. `name` is its place below the output folder, without an extension. */
export interface Input {
  readonly path: string;
  /** As the user wrote it, for messages. */
  readonly shown: string;
  readonly name: string;
}

export type Inputs = { readonly inputs: readonly Input[]; readonly missing: readonly string[] };

/**
 * The documents behind the arguments: files as they are, folders with all that is in them (hidden files aside), keeping
 * their structure. Two documents that would write the same file keep their extensions.
 */
export async function findInputs(args: readonly string[]): Promise<Inputs> {
  const found: { path: string; shown: string; place: string }[] = [];
  const missing: string[] = [];
  for (const arg of args) {
    const info = await stat(arg).catch(() => undefined);
    if (!info) missing.push(arg);
    else if (info.isDirectory()) found.push(...(await walk(arg)));
    else found.push({ path: resolve(arg), shown: arg, place: basename(arg) });
  }
  const stems = new Map<string, number>();
  for (const { place } of found) stems.set(stem(place), (stems.get(stem(place)) ?? 0) + 1);
  const taken = new Map<string, number>();
  return {
    missing,
    inputs: found.map(({ path, shown, place }) => {
      const name = stems.get(stem(place)) === 1 ? stem(place) : place;
      const uses = (taken.get(name) ?? 0) + 1;
      taken.set(name, uses);
      return { path, shown, name: uses === 1 ? name : `${name}-${uses}` };
    }),
  };
}

const stem = (place: string): string => join(dirname(place), basename(place, extname(place)));

async function walk(folder: string): Promise<{ path: string; shown: string; place: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    )
    .sort()
    .map((path) => ({ path: resolve(path), shown: path, place: relative(folder, path) }));
}
