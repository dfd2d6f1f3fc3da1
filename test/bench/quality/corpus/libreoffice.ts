import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Look, Source } from './model.ts';
import { odfOf } from './render-odf.ts';

const run = promisify(execFile);

export function libreOfficePath(): string | undefined {
  return ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path));
}

/** Converts files by LibreOffice with a profile of its own. */
export async function convertAll(
  profile: string,
  filter: string,
  folder: string,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  await run(
    'nice',
    [
      '-n',
      '10',
      libreOfficePath() ?? 'soffice',
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      folder,
      ...files,
    ],
    { maxBuffer: 1e8, timeout: 600_000 },
  );
}

function filterOf(tagged: boolean): string {
  const choice = (value: boolean): string => `{"type":"boolean","value":"${value}"}`;
  return `pdf:writer_pdf_Export:{"UseTaggedPDF":${choice(tagged)},"ExportBookmarks":${choice(tagged)}}`;
}

/**
 * Prints documents by LibreOffice: tagged ones with bookmarks, the others without. `formats` asks for the same document
 * as a file of Office too.
 */
export async function printWithLibreOffice(
  folder: string,
  documents: readonly { name: string; source: Source; look: Look }[],
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'corpus-'));
  try {
    const sources = join(work, 'sources');
    await mkdir(sources);
    const fileOf = (name: string): string => join(sources, `${name}.fodt`);
    for (const { name, source, look } of documents) await writeFile(fileOf(name), odfOf(source, look));
    for (const tagged of [true, false]) {
      await convertAll(
        join(work, 'profile'),
        filterOf(tagged),
        folder,
        documents.filter(({ look }) => look.tagged === tagged).map(({ name }) => fileOf(name)),
      );
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
