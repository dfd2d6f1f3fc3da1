import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { convertAll, libreOfficePath } from '../corpus/libreoffice.ts';
import { truthOf } from '../corpus/truth.ts';
import { deckHtml, deckOf } from './decks.ts';
import { xlsxOf } from './render-xlsx.ts';
import { odfSource, pandocHtml, pandocSource, plannedTexts, textOdf } from './texts.ts';
import { workbookOf, workbookTruth } from './workbooks.ts';

const run = promisify(execFile);

/** A document: a file in a format that a program turns into the wanted one, if it is another. */
interface Job {
  readonly name: string;
  readonly from: 'fodt' | 'html' | 'xlsx';
  readonly to: 'odt' | 'docx' | 'xlsx' | 'ods' | 'pptx' | 'odp';
  readonly source: string | Uint8Array;
  readonly truth: string;
}

const WORKBOOKS = 40;
const DECKS = 20;

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind}-${String(index + 1).padStart(2, '0')}`);

/** Truths have neither running lines nor page numbers: they stand on no page of their own. */
const MANY_PAGES = 2;

/** Each third document of a genre is ODT, DOCX by LibreOffice, and DOCX by Pandoc. */
function textJob(planned: ReturnType<typeof plannedTexts>[number], index: number): Job {
  const name = planned.name.replace('libreoffice-', '');
  if (index % 3 === 2) {
    const source = pandocSource(planned.source);
    return {
      name: `pandoc-${name}`,
      from: 'html',
      to: 'docx',
      source: pandocHtml(source, planned.look),
      truth: truthOf(source, MANY_PAGES),
    };
  }
  const to = index % 3 === 0 ? 'odt' : 'docx';
  const truth = truthOf(odfSource(planned.source), MANY_PAGES);
  return { name: `${to}-${name}`, from: 'fodt', to, source: textOdf(planned), truth };
}

function jobs(): Job[] {
  return [
    ...plannedTexts().map(textJob),
    ...names('workbook', WORKBOOKS).map((name, index): Job => {
      const sheets = workbookOf(name);
      const to = index % 2 === 0 ? 'xlsx' : 'ods';
      return { name: `${to}-${name}`, from: 'xlsx', to, source: xlsxOf(sheets), truth: workbookTruth(sheets) };
    }),
    ...names('deck', DECKS).map((name, index): Job => {
      const deck = deckOf(name);
      const to = index % 2 === 0 ? 'pptx' : 'odp';
      return { name: `${to}-${name}`, from: 'html', to, source: deckHtml(deck), truth: truthOf(deck, MANY_PAGES) };
    }),
  ];
}

/** A file of Office by Pandoc, of the HTML beside it. */
async function byPandoc(folder: string, name: string, to: 'docx' | 'pptx'): Promise<void> {
  await run('pandoc', ['-f', 'html', '-t', to, '--slide-level=2', '-o', `${name}.${to}`, `${name}.html`], {
    cwd: folder,
  });
}

/** Makes what the folder lacks: `NAME.FORMAT` and `NAME.md`, the truth. Returns what could not be made, in words. */
export async function buildOffice(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const wanted = jobs().filter(({ name }) => !existsSync(join(folder, `${name}.md`)));
  if (wanted.length === 0) return [];
  if (!libreOfficePath() || !existsSync('/usr/bin/pandoc'))
    return ['LibreOffice (Debian: libreoffice-nogui) or Pandoc'];
  const work = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    for (const { name, from, to, source } of wanted) {
      await writeFile(join(work, `${name}.${from}`), source);
      if (from === 'html') await byPandoc(work, name, to === 'docx' ? 'docx' : 'pptx');
    }
    const made = ({ from, to }: Job): string => (from === 'html' ? (to === 'docx' ? 'docx' : 'pptx') : from);
    for (const to of new Set(wanted.map((job) => job.to))) {
      const files = wanted
        .filter((job) => job.to === to)
        .map((job) => ({ job, path: join(work, `${job.name}.${made(job)}`) }));
      await convertAll(
        join(work, 'profile'),
        to,
        folder,
        files.filter(({ job }) => made(job) !== to).map(({ path }) => path),
      );
      for (const { job, path } of files) if (made(job) === to) await run('cp', [path, folder]);
    }
    const lacking = wanted.filter(({ name, to }) => !existsSync(join(folder, `${name}.${to}`)));
    for (const job of wanted) if (!lacking.includes(job)) await writeFile(join(folder, `${job.name}.md`), job.truth);
    return lacking.map(({ name, to }) => `${name}.${to} was not made`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
