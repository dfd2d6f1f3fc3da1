import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { displayedFormulas } from '../../../packages/engine/src/layout/formulas/displayed.ts';
import { withInlineFormulas } from '../../../packages/engine/src/layout/formulas/inline.ts';
import type { RawPage } from '../../../packages/engine/src/layout/model/raw-page.ts';
import { createExtraction } from '../../../packages/engine/src/pdf/extract.ts';
import { openPdf } from '../../../packages/engine/src/pdf/open.ts';
import { formula } from './corpus/formula-grammar.ts';
import type { Formula } from './corpus/formula-grammar.ts';
import { proseOf } from './corpus/prose.ts';
import { randomOf } from './corpus/random.ts';

/**
 * Random formulas in lines of their own, set by TeX (in the fonts of the packages that people use) and by Typst, where
 * these are installed: how many are read as the LaTeX that they were set from, how many are left alone, and how many
 * are read as anything else. With `--inline` they stand within sentences, and with `--display-style` as large there as
 * in lines of their own. `node test/bench/quality/formulas.ts [documents] [--inline | --display-style] [--refused]`
 */
const DOCUMENTS = Number(process.argv[2] ?? 10);
const IS_WITHIN = process.argv.includes('--inline') || process.argv.includes('--display-style');
const STYLE = process.argv.includes('--display-style') ? '\\displaystyle ' : '';
const PER_DOCUMENT = 12;
const PYTHON = join(import.meta.dirname, '..', '.corpus', 'peers', 'venv-typesetters', 'bin', 'python');

/** What LaTeX says, however it is spaced and whether its delimiters grow. */
const plain = (latex: string): string =>
  latex
    .replace(/ ?\\tag\{\d+\}$/, '')
    .replaceAll(/\\(?:left|right)(?![a-z])/g, '')
    .replaceAll(/(?<=\\[lg]eq)slant/g, '')
    .replaceAll(/\s+/g, '');

type Typesetter = (name: string, paragraphs: readonly string[], formulas: readonly Formula[]) => void;

const latexBy =
  (packages: string, program = 'pdflatex'): Typesetter =>
  (name, paragraphs, formulas) => {
    const body = formulas.map(({ latex }, index) =>
      IS_WITHIN
        ? `Here $${STYLE}${latex}$ holds for all of them. ${paragraphs[index + 1]}\n\n`
        : `${paragraphs[index]}\n\\begin{equation}${latex}\\end{equation}\n${paragraphs[index + 1]}\n`,
    );
    writeFileSync(
      `${name}.tex`,
      `\\documentclass{article}\\usepackage{amsmath}${packages}\\begin{document}\n${body.join('\n')}\\end{document}`,
    );
    execFileSync(program, ['-interaction=batchmode', `${name}.tex`], { stdio: 'ignore' });
  };

const byTypst: Typesetter = (name, paragraphs, formulas) => {
  const body = formulas.map(({ typst }, index) =>
    IS_WITHIN
      ? `Here $${typst}$ holds for all of them. ${paragraphs[index + 1]}\n\n`
      : `${paragraphs[index]}\n$ ${typst} $\n${paragraphs[index + 1]}\n`,
  );
  writeFileSync(`${name}.typ`, `#set math.equation(numbering: "(1)")\n${body.join('\n')}`);
  execFileSync(PYTHON, [
    '-c',
    'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])',
    `${name}.typ`,
    `${name}.pdf`,
  ]);
};

const TYPESETTERS: Readonly<Record<string, Typesetter>> = {
  pdftex: latexBy('\\usepackage{amssymb}'),
  'pdftex-lmodern': latexBy('\\usepackage{amssymb}\\usepackage[T1]{fontenc}\\usepackage{lmodern}'),
  mathpazo: latexBy('\\usepackage{amssymb}\\usepackage{mathpazo}'),
  mathptmx: latexBy('\\usepackage{amssymb}\\usepackage{mathptmx}'),
  newtx: latexBy('\\usepackage[T1]{fontenc}\\usepackage{newtxtext,newtxmath}'),
  newpx: latexBy('\\usepackage[T1]{fontenc}\\usepackage{newpxtext,newpxmath}'),
  libertine: latexBy('\\usepackage[T1]{fontenc}\\usepackage{libertine}\\usepackage[libertine]{newtxmath}'),
  fourier: latexBy('\\usepackage{fourier}\\usepackage{amssymb}'),
  kpfonts: latexBy('\\usepackage{kpfonts}'),
  euler: latexBy('\\usepackage{amssymb}\\usepackage{eulervm}'),
  stix2: latexBy('\\usepackage{stix2}'),
  'unicode-math': latexBy('\\usepackage{unicode-math}', 'lualatex'),
  'unicode-math-stix': latexBy('\\usepackage{unicode-math}\\setmathfont{STIX Two Math}', 'lualatex'),
  typst: byTypst,
};

const formulasOf = (raw: RawPage): string[] =>
  IS_WITHIN
    ? withInlineFormulas(raw).runs.flatMap(({ latex }) => latex ?? [])
    : displayedFormulas(raw).map(({ latex }) => latex);

async function formulasIn(path: string): Promise<string[]> {
  const pdf = await openPdf(readFileSync(path));
  const extraction = createExtraction(pdf);
  const found: string[] = [];
  for (let page = 1; page <= pdf.document.numPages; page += 1)
    found.push(...formulasOf((await extraction.page(page)).raw).map(plain));
  pdf.close();
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'formulas-'));
process.chdir(folder);
for (const [program, typeset] of Object.entries(TYPESETTERS)) {
  const count = { set: 0, right: 0, wrong: 0 };
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const random = randomOf(`formulas-${document}`);
    const prose = proseOf(random, 'en');
    const formulas = Array.from({ length: PER_DOCUMENT }, () => formula(random));
    const paragraphs = Array.from({ length: PER_DOCUMENT + 1 }, () =>
      `${prose.sentence()} ${prose.sentence()}`.replaceAll(/[%&#$_]/g, ''),
    );
    try {
      typeset(`${program}-${document}`, paragraphs, formulas);
    } catch (error) {
      console.log(`${program}: ${String(error).split('\n')[0]}`);
      break;
    }
    const truth = new Set(formulas.map(({ latex }) => plain(latex)));
    const found = await formulasIn(`${program}-${document}.pdf`);
    count.set += formulas.length;
    for (const each of found) {
      if (truth.has(each)) count.right += 1;
      else {
        count.wrong += 1;
        console.log(`${program}-${document}: ${each}`);
      }
    }
    if (process.argv.includes('--refused'))
      for (const each of truth) if (!found.includes(each)) console.log(`${program}-${document} refused: ${each}`);
  }
  const { set, right, wrong } = count;
  console.log(`${program}: ${set} formulas, ${right} right, ${set - right - wrong} left alone, ${wrong} wrong`);
}
rmSync(folder, { recursive: true });
