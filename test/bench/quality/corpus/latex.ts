import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Look, Source } from './model.ts';
import { latexOf } from './render-latex.ts';

const run = promisify(execFile);

export function pdflatexPath(): string | undefined {
  return ['/usr/bin/pdflatex', '/usr/local/bin/pdflatex'].find((path) => existsSync(path));
}

/** Sets documents by pdflatex, twice each for the widths of long tables. One that fails is left out. */
export async function printWithLatex(
  folder: string,
  documents: readonly { name: string; source: Source; look: Look }[],
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'latex-'));
  try {
    for (const { name, source, look } of documents) {
      await writeFile(join(work, `${name}.tex`), latexOf(name, source, look));
      const set = async (): Promise<unknown> =>
        await run('nice', ['-n', '10', 'pdflatex', '-interaction=nonstopmode', `${name}.tex`], {
          cwd: work,
          maxBuffer: 1e8,
          timeout: 60_000,
        }).catch(() => undefined);
      await set();
      await set();
      const pdf = join(work, `${name}.pdf`);
      if (existsSync(pdf)) await copyFile(pdf, join(folder, `${name}.pdf`));
    }
  } finally {
    if (!process.env['KEEP_LATEX']) await rm(work, { recursive: true, force: true });
  }
}
