import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath, printWithChromium } from './chromium.ts';
import { pdflatexPath, printWithLatex } from './latex.ts';
import { libreOfficePath, printWithLibreOffice } from './libreoffice.ts';
import { planned } from './plan.ts';
import type { Planned, Typesetter } from './plan.ts';
import { printedSource } from './printed.ts';
import { truthOf } from './truth.ts';

const run = promisify(execFile);

export async function pagesOf(path: string): Promise<number> {
  const { stdout } = await run('pdfinfo', [path]);
  return Number(/^Pages:\s+(\d+)/mu.exec(stdout)?.[1] ?? 0);
}

/** LaTeX prints a page without the letters of a font that it does not find. */
async function lacksText(path: string, truth: string): Promise<boolean> {
  const count = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
  const { stdout } = await run('pdftotext', [path, '-'], { maxBuffer: 1e8 });
  return count(stdout) < 0.7 * count(truth.replaceAll(/<[^>]+>/gu, ' '));
}

const PRINTERS: Readonly<
  Record<
    Typesetter,
    {
      readonly missing: () => string | undefined;
      readonly print: (folder: string, documents: readonly Planned[]) => Promise<void>;
    }
  >
> = {
  chromium: {
    missing: () => (chromiumPath() ? undefined : 'Chromium (Debian: chromium)'),
    print: async (folder, documents) =>
      await printWithChromium(
        documents.map(({ name, source, look }) => ({ source, look, path: join(folder, `${name}.pdf`) })),
      ),
  },
  libreoffice: {
    missing: () => (libreOfficePath() ? undefined : 'LibreOffice (Debian: libreoffice-writer-nogui)'),
    print: printWithLibreOffice,
  },
  latex: {
    missing: () =>
      pdflatexPath()
        ? undefined
        : 'LaTeX (Debian: texlive-latex-recommended texlive-latex-extra texlive-publishers texlive-fonts-recommended lmodern)',
    print: printWithLatex,
  },
};

/** Makes what the folder lacks: `NAME.pdf` and `NAME.md`, the truth. Returns what could not be made, in words. */
export async function buildCorpus(folder: string, only: (document: Planned) => boolean): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  const wanted = planned().filter(only);
  for (const typesetter of Object.keys(PRINTERS) as Typesetter[]) {
    const documents = wanted.filter(
      (document) => document.typesetter === typesetter && !existsSync(join(folder, `${document.name}.md`)),
    );
    if (documents.length === 0) continue;
    const lack = PRINTERS[typesetter].missing();
    if (lack) {
      missing.push(lack);
      continue;
    }
    await PRINTERS[typesetter].print(folder, documents);
    for (const document of documents) {
      const path = join(folder, `${document.name}.pdf`);
      if (!existsSync(path)) {
        missing.push(`${document.name} was not printed`);
        continue;
      }
      const truth = truthOf(printedSource(document), await pagesOf(path));
      if (await lacksText(path, truth)) {
        await rm(path);
        missing.push(`${document.name} was printed without its text: a font is not installed`);
        continue;
      }
      await writeFile(join(folder, `${document.name}.md`), truth);
    }
  }
  return missing;
}
