import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SweptFile } from './files.ts';

const run = promisify(execFile);

/** The flat format that LibreOffice saves a format as. */
const FLAT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['docx', 'doc', 'odt', 'rtf'].map((format) => [format, 'fodt'])),
  ...Object.fromEntries(['xlsx', 'xls', 'xlsb', 'ods', 'slk'].map((format) => [format, 'fods'])),
  ...Object.fromEntries(['pptx', 'ppt', 'odp'].map((format) => [format, 'fodp'])),
};
const PYTHON = join(import.meta.dirname, 'second.py');
const SECONDS = { batch: 120, one: 60 };
const BATCH = 25;
const SCRIPT_BATCH = 25;
/** Formats that a program of its own reads. */
const BY_COMMAND: ReadonlySet<string> = new Set(['pdf', 'html', 'epub']);

/** The text that a second reader finds in each file; undefined where it finds none in its time. Kept in a folder. */
export async function secondTexts(
  files: readonly SweptFile[],
  folder: string,
): Promise<Map<string, string | undefined>> {
  mkdirSync(folder, { recursive: true });
  const texts = new Map<string, string | undefined>();
  const kept = ({ path }: SweptFile): string => join(folder, `${stemOf(path)}.txt`);
  const missing = files.filter((file) => !existsSync(kept(file)));
  await saveFlat(
    missing.filter(({ format }) => FLAT[format] !== undefined),
    folder,
  );
  for (const [kind, paths] of byPython(missing, folder))
    for (let start = 0; start < paths.length; start += SCRIPT_BATCH)
      await output('python3', [PYTHON, kind, folder, ...paths.slice(start, start + SCRIPT_BATCH)]);
  for (const file of missing.filter((each) => !existsSync(kept(each))))
    writeFileSync(kept(file), (await textOf(file)) ?? '');
  for (const file of files) {
    const text = readFileSync(kept(file), 'utf8');
    texts.set(file.name, text.trim() === '' ? undefined : text);
  }
  return texts;
}

const stemOf = (path: string): string => basename(path, extname(path));

/** What the script reads, by its kinds. */
function byPython(files: readonly SweptFile[], folder: string): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { format, path } of files) {
    const flat = FLAT[format];
    if (flat === undefined && BY_COMMAND.has(format)) continue;
    const [kind, from] =
      flat === undefined ? [format === 'csv' ? 'text' : format, path] : ['odf', flatOf(path, folder, flat)];
    if (existsSync(from)) kinds.set(kind, [...(kinds.get(kind) ?? []), from]);
  }
  return kinds;
}

async function textOf({ format, path }: SweptFile): Promise<string | undefined> {
  if (format === 'pdf') return await output('pdftotext', [path, '-']);
  if (BY_COMMAND.has(format)) return await output('pandoc', ['-f', format, '-t', 'plain', '--wrap=none', path]);
  return undefined;
}

async function output(command: string, parameters: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(command, parameters, { timeout: SECONDS.one * 1000, maxBuffer: 1 << 28 })).stdout;
  } catch {
    return undefined;
  }
}

const flatOf = (path: string, folder: string, flat: string): string => join(folder, `${stemOf(path)}.${flat}`);

/** Several files by one LibreOffice, which takes seconds to start; then those alone at which one broke down. */
async function saveFlat(files: readonly SweptFile[], folder: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'sweep-libreoffice-'));
  const save = async (some: readonly SweptFile[], flat: string, seconds: number): Promise<void> => {
    const parameters = [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      '--convert-to',
      flat,
      '--outdir',
      folder,
    ];
    try {
      await run('soffice', [...parameters, ...some.map(({ path }) => path)], {
        timeout: seconds * 1000,
        killSignal: 'SIGKILL',
      });
    } catch {
      // what was not saved has no second text
    }
  };
  for (const flat of new Set(Object.values(FLAT))) {
    const open = (): SweptFile[] =>
      files.filter(({ format, path }) => FLAT[format] === flat && !existsSync(flatOf(path, folder, flat)));
    const first = open();
    for (let start = 0; start < first.length; start += BATCH)
      await save(first.slice(start, start + BATCH), flat, SECONDS.batch);
    for (const file of open()) {
      await save([file], flat, SECONDS.one);
      // The next run does not wait for it once more.
      if (!existsSync(flatOf(file.path, folder, flat))) writeFileSync(join(folder, `${stemOf(file.path)}.txt`), '');
    }
  }
  rmSync(profile, { recursive: true, force: true });
}
