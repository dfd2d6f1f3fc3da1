import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath, printWithChromium } from '../quality/corpus/chromium.ts';
import { pdflatexPath } from '../quality/corpus/latex.ts';
import { convertAll, libreOfficePath, printWithLibreOffice } from '../quality/corpus/libreoffice.ts';
import type { Block, Language, Look } from '../quality/corpus/model.ts';
import { deckHtml } from '../quality/office/decks.ts';
import { common } from '../quality/faults/build.ts';
import { PYTHON, typeset } from '../quality/faults/programs.ts';
import type { Program } from '../quality/faults/programs.ts';
import { CLASSES } from './latex-classes.ts';
import { beamerOf, letterOf } from './latex-others.ts';
import { latexOf, latexPrinted } from './latex.ts';
import { changed } from './sample.ts';
import type { Printed, Sample } from './sample.ts';
import { sheetOf } from './sheet.ts';

const run = promisify(execFile);

/** A program, or a class of documents of one, that sets samples as PDFs. */
export interface Producer {
  readonly name: string;
  /** The package that is missing. */
  readonly lack: () => string | undefined;
  readonly languages: readonly Language[];
  readonly columns: readonly Look['columns'][];
  /** What it makes only. */
  readonly content?: 'deck' | 'letter' | 'sheet';
  readonly printed: (sample: Sample) => Printed;
  /** Writes `NAME.pdf` into the folder for each sample that it could set. */
  readonly print: (samples: readonly Sample[], folder: string) => Promise<void>;
}

const asIs = (sample: Sample): Printed => ({ source: sample.source, floating: new Set() });

/** Blocks without those of kinds that a program does not set. */
function without(sample: Sample, ...kinds: readonly Block['kind'][]): Sample['source'] {
  return {
    ...sample.source,
    blocks: changed(sample.source.blocks, (block) => (kinds.includes(block.kind) ? [] : [block])),
  };
}

const withCapitals = (source: Sample['source'], levels: readonly number[]): Sample['source'] => ({
  ...source,
  ...(source.title && levels.includes(0) ? { title: source.title.toUpperCase() } : {}),
  blocks: changed(source.blocks, (block) =>
    block.kind === 'heading' && levels.includes(block.level) ? [{ ...block, text: block.text.toUpperCase() }] : [block],
  ),
});

const htmlPrinted = (sample: Sample): Printed => ({
  floating: new Set(),
  source: withCapitals(without(sample, 'equation'), sample.look.headings.style === 'caps' ? [0, 1] : []),
});

const TEX =
  'LaTeX (Debian: texlive-latex-recommended texlive-latex-extra texlive-publishers texlive-fonts-recommended lmodern)';

/** Points by which a line may stick out of its column before nobody would print it so. */
const MOST_OVER = 8;

const runsOver = (log: string): boolean =>
  [...log.matchAll(/^Overfull \\hbox \((\d+(?:\.\d+)?)pt too wide\)/gmu)].some(
    ([, points]) => Number(points) > MOST_OVER,
  );

/** Sets sources by pdfLaTeX, twice each for floats and widths. */
async function printLatex(
  samples: readonly Sample[],
  folder: string,
  write: (sample: Sample) => string,
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'factory-'));
  try {
    for (const sample of samples) {
      await writeFile(join(work, `${sample.name}.tex`), write(sample));
      for (let round = 0; round < 2; round++)
        await run('pdflatex', ['-interaction=nonstopmode', `${sample.name}.tex`], {
          cwd: work,
          maxBuffer: 1e8,
          timeout: 60_000,
        }).catch(() => undefined);
      const pdf = join(work, `${sample.name}.pdf`);
      const log = join(work, `${sample.name}.log`);
      if (existsSync(log) && runsOver(readFileSync(log, 'latin1'))) continue;
      if (existsSync(pdf)) await copyFile(pdf, join(folder, `${sample.name}.pdf`));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const latexClass = (name: string): Producer => ({
  name: `latex-${name}`,
  lack: () => (pdflatexPath() ? undefined : TEX),
  languages: ['en', 'de', 'fr', 'es'],
  columns: (CLASSES[name]?.columns ?? [1]) as Look['columns'][],
  printed: latexPrinted,
  print: async (samples, folder) =>
    await printLatex(samples, folder, (sample) => latexOf(sample, latexPrinted(sample))),
});

const ownLatex = (name: string, content: 'deck' | 'letter', write: (sample: Sample) => string): Producer => ({
  name: `latex-${name}`,
  lack: () => (pdflatexPath() ? undefined : TEX),
  languages: ['en'],
  columns: [1],
  content,
  printed: asIs,
  print: async (samples, folder) => await printLatex(samples, folder, write),
});

/** Sides of blocks beside each other, and frames, are set one after the other by programs that have neither. */
const flat = (sample: Sample): Printed => ({
  floating: new Set(),
  source: { ...sample.source, blocks: common(sample.source.blocks) },
});

function byProgram(program: Program, traits: Pick<Producer, 'languages' | 'columns' | 'printed'>): Producer {
  const needed: Readonly<Partial<Record<Program, string>>> = { groff: '/usr/bin/groff', fop: '/usr/bin/fop' };
  return {
    name: program,
    lack: () => (existsSync(needed[program] ?? PYTHON) ? undefined : program),
    ...traits,
    print: async (samples, folder) => {
      const printables = samples.map((sample) => ({
        name: sample.name,
        source: traits.printed(sample).source,
        columns: sample.look.columns,
        css: '',
        tagged: false,
        look: sample.look,
      }));
      await typeset(program, printables, folder, ({ look }) => look!);
    },
  };
}

const office = (): string | undefined =>
  libreOfficePath()
    ? undefined
    : 'LibreOffice (Debian: libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui)';

/** Files of one format, made into PDFs by LibreOffice. */
async function printOffice(
  samples: readonly Sample[],
  folder: string,
  write: (sample: Sample, stem: string) => Promise<string>,
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'factory-'));
  try {
    const files: string[] = [];
    for (const sample of samples) files.push(await write(sample, join(work, sample.name)));
    await convertAll(join(work, 'profile'), 'pdf', folder, files);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const EUROPEAN: readonly Language[] = ['en', 'de', 'fr', 'es'];
const ALL: readonly Language[] = [...EUROPEAN, 'ar', 'he', 'zh', 'ja'];

export const PRODUCERS: readonly Producer[] = [
  ...Object.keys(CLASSES).map(latexClass),
  ownLatex('letter', 'letter', letterOf),
  ownLatex('beamer', 'deck', beamerOf),
  {
    name: 'chromium',
    lack: () => (chromiumPath() ? undefined : 'Chromium (Debian: chromium)'),
    languages: ALL,
    columns: [1, 2, 3],
    printed: htmlPrinted,
    print: async (samples, folder) =>
      await printWithChromium(
        samples.map((sample) => ({
          source: htmlPrinted(sample).source,
          look: sample.look,
          path: join(folder, `${sample.name}.pdf`),
        })),
      ),
  },
  {
    name: 'writer',
    lack: office,
    languages: [...EUROPEAN, 'zh', 'ja'],
    columns: [1, 2, 3],
    printed: (sample) => {
      const { style } = sample.look.headings;
      const levels = style === 'caps' ? [0, 1] : style === 'small-caps' ? [1, 2] : [];
      return { floating: new Set(), source: withCapitals(without(sample, 'chart', 'equation'), levels) };
    },
    print: async (samples, folder) =>
      await printWithLibreOffice(
        folder,
        samples.map(({ name, look, ...sample }) => ({
          name,
          look,
          source: without({ ...sample, name, look }, 'chart', 'equation'),
        })),
      ),
  },
  {
    name: 'calc',
    lack: office,
    languages: ['en'],
    columns: [1],
    content: 'sheet',
    printed: asIs,
    print: async (samples, folder) =>
      await printOffice(samples, folder, async (sample, stem) => {
        await writeFile(`${stem}.fods`, sheetOf(sample));
        return `${stem}.fods`;
      }),
  },
  {
    name: 'impress',
    lack: () => office() ?? (existsSync('/usr/bin/pandoc') ? undefined : 'Pandoc (Debian: pandoc)'),
    languages: ['en'],
    columns: [1],
    content: 'deck',
    printed: asIs,
    print: async (samples, folder) =>
      await printOffice(samples, folder, async (sample, stem) => {
        await writeFile(`${stem}.html`, deckHtml(sample.source));
        await run('pandoc', ['-f', 'html', '-t', 'pptx', '--slide-level=2', '-o', `${stem}.pptx`, `${stem}.html`]);
        return `${stem}.pptx`;
      }),
  },
  byProgram('typst', {
    languages: ALL,
    columns: [1, 2],
    printed: (sample) => ({ floating: new Set(), source: without(sample, 'chart') }),
  }),
  byProgram('weasyprint', { languages: ALL, columns: [1, 2, 3], printed: htmlPrinted }),
  byProgram('reportlab', { languages: EUROPEAN, columns: [1, 2], printed: flat }),
  byProgram('groff', { languages: EUROPEAN, columns: [1, 2], printed: flat }),
  byProgram('fop', {
    languages: EUROPEAN,
    columns: [1, 2],
    printed: (sample) => ({ floating: new Set(), source: withoutNotes(without(sample, 'chart', 'equation')) }),
  }),
  byProgram('fpdf2', { languages: EUROPEAN, columns: [1], printed: flat }),
];

function withoutNotes(source: Sample['source']): Sample['source'] {
  return {
    ...source,
    blocks: changed(source.blocks, (block) => {
      if (block.kind !== 'paragraph' || !block.note) return [block];
      const { note: _, ...rest } = block;
      return [rest];
    }),
  };
}
