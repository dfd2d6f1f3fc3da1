import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { detect } from '../../packages/engine/src/detect.ts';
import { isFailure } from '../../packages/engine/src/failure.ts';

/**
 * What the files of folders are taken for, by extension: to look through after a change of detection. The summary
 * counts the files whose extension is of a format that is read.
 *
 *     node test/bench/detect.ts FOLDER…
 */

/** Extensions of formats that are named otherwise. */
const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'docm:docx dotx:docx dotm:docx dot:doc pptm:pptx ppsx:pptx ppsm:pptx potx:pptx potm:pptx pps:ppt pot:ppt ' +
    'xlsm:xlsx xltx:xlsx xltm:xlsx xlt:xls ott:odt otp:odp ots:ods fods:ods fodt:odt wb1:qpw wb2:qpw wb3:qpw wks:wk1 ' +
    'htm:html xhtml:html jpg:jpeg tif:tiff mhtml:mht markdown:md yml:yaml jsonl:json tsv:csv atom:rss'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const FORMATS_READ = new Set(
  (
    'pdf docx doc pptx ppt xlsx xls xlsb ods odt odp wk1 qpw slk dif dbf csv rtf epub eml mbox mht msg html rss ics ipynb ' +
    'md xml json yaml png jpeg tiff webp gif bmp avif svg'
  ).split(' '),
);

const counts = new Map<string, Map<string, string[]>>();
const summary = { 'as its extension says': 0, 'protected or damaged': 0, 'as something else': 0, 'not recognised': 0 };
const others: string[] = [];
let files = 0;
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path);
    if (!stat.isFile()) continue;
    files++;
    const extension = extname(name).toLowerCase();
    const { said, kind } = await outcomeOf(path, stat.size, extension.slice(1));
    const ofExtension = counts.get(extension) ?? new Map<string, string[]>();
    counts.set(extension, ofExtension);
    ofExtension.set(said, [...(ofExtension.get(said) ?? []), name]);
    if (kind === undefined) continue;
    summary[kind]++;
    if (kind === 'as something else' || kind === 'not recognised') others.push(`${name}: ${said}`);
  }
}
for (const [extension, kinds] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
  for (const [said, names] of kinds)
    console.log(`${extension.padEnd(12)} ${String(names.length).padStart(4)}  ${said}  ${names.slice(0, 4).join(' ')}`);
}
console.log(`\n${files} files; of those with the extension of a format that is read:`);
for (const [kind, count] of Object.entries(summary)) console.log(`${String(count).padStart(6)}  ${kind}`);
for (const other of others) console.log(`        ${other}`);

async function outcomeOf(
  path: string,
  bytes: number,
  extension: string,
): Promise<{ said: string; kind?: keyof typeof summary }> {
  const expected = ALIASES[extension] ?? extension;
  const known = FORMATS_READ.has(expected);
  try {
    const said = await detect({ path, bytes, fileName: basename(path) });
    return known ? { said, kind: said === expected ? 'as its extension says' : 'as something else' } : { said };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const said = `${error.code}: ${error.message}`;
    if (!known) return { said };
    if (error.code !== 'unsupported_format') return { said, kind: 'protected or damaged' };
    return { said, kind: /not recognised/.test(error.message) ? 'not recognised' : 'as something else' };
  }
}
