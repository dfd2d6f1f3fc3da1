import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { detect } from '../../src/convert/detect.ts';

/**
 * What the files of a folder are taken for, by extension: to look through after a change of detection.
 *
 *     node test/bench/detect.ts FOLDER…
 */
const counts = new Map<string, Map<string, string[]>>();
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path);
    if (!stat.isFile()) continue;
    const said = await detect({ path, bytes: stat.size, fileName: name }).catch((error: unknown) =>
      error instanceof Error ? `${'code' in error ? String(error.code) : 'ERROR'}: ${error.message}` : String(error),
    );
    const extension = extname(name).toLowerCase();
    const said1 = counts.get(extension) ?? new Map<string, string[]>();
    counts.set(extension, said1);
    said1.set(said, [...(said1.get(said) ?? []), name]);
  }
}
for (const [extension, kinds] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
  for (const [said, names] of kinds)
    process.stdout.write(
      `${extension.padEnd(12)} ${String(names.length).padStart(4)}  ${said}  ${names.slice(0, 4).join(' ')}\n`,
    );
}
