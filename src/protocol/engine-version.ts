import { resolve } from 'node:path';
import { computeEngineVersion } from './engine-sources.ts';

/**
 * Version of the conversion engine: a hash of its sources and of the versions of the libraries that it reads with. The
 * same bytes may become other Markdown under another version, so it is part of the cache's key and of every part.
 *
 * `npm run build` puts the value in the place of this module; uncompiled, it is computed when it is first asked for.
 */
export function engineVersion(): string {
  return (known ??= computeEngineVersion(resolve(import.meta.dirname, '../..')));
}
let known: string | undefined;
