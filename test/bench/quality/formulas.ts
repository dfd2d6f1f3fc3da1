import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { displayedFormulas } from '../../../src/convert/layout/formulas/displayed.ts';
import { createExtraction } from '../../../src/convert/pdf/extract.ts';
import { openPdf } from '../../../src/convert/pdf/open.ts';
import { proseOf } from './corpus/prose.ts';
import { randomOf, type Random } from './corpus/random.ts';

/**
 * Random formulas in lines of their own, set by pdfTeX (in two fonts) and Typst where these are installed: how many are
 * read as the LaTeX that they were set from, how many are left alone, and how many are read as anything else.
 * `node test/bench/quality/formulas.ts [documents]`
 */
const DOCUMENTS = Number(process.argv[2] ?? 10);
const PER_DOCUMENT = 12;
const DEPTH = 3;
const PYTHON = join(import.meta.dirname, '..', '.corpus', 'peers', 'venv-typesetters', 'bin', 'python');

/** A formula in both languages. */
interface Formula {
  readonly latex: string;
  readonly typst: string;
}

const LETTERS = ['a', 'b', 'c', 'k', 'm', 'n', 'p', 'q', 'x', 'y', 'z', 'A', 'B', 'N', 'X'];
const GREEK = ['alpha', 'beta', 'gamma', 'lambda', 'mu', 'pi', 'sigma', 'omega', 'Gamma', 'Omega'];
const RELATIONS: readonly (readonly [string, string])[] = [
  ['=', '='],
  ['\\leq', '<='],
  ['\\neq', '!='],
  ['\\approx', 'approx'],
  ['\\in', 'in'],
  ['\\rightarrow', '->'],
];
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['+', '+'],
  ['-', '-'],
  ['\\cdot', 'dot.op'],
  ['\\times', 'times'],
];
const LARGE: readonly (readonly [string, string])[] = [
  ['\\sum', 'sum'],
  ['\\prod', 'product'],
  ['\\int', 'integral'],
];

const both = (latex: string, typst = latex): Formula => ({ latex, typst });

function atom(random: Random): Formula {
  const kind = random.int(0, 9);
  if (kind < 6) return both(random.pick(LETTERS));
  if (kind < 8) {
    const name = random.pick(GREEK);
    return both(`\\${name}`, name);
  }
  return both(String(random.int(0, 20)));
}

const script = (sign: '_' | '^', of: Formula): Formula => both(`${sign}{${of.latex}}`, `${sign}(${of.typst})`);
const sequence = (...parts: readonly Formula[]): Formula =>
  both(parts.map(({ latex }) => latex).join(' '), parts.map(({ typst }) => typst).join(' '));

const scripted = (random: Random): Formula => {
  const base = both(random.pick(LETTERS));
  const sub = random.chance(0.6) ? script('_', atom(random)) : both('');
  const sup = random.chance(0.5) ? script('^', atom(random)) : both('');
  return both(`${base.latex}${sub.latex}${sup.latex}`, `${base.typst}${sub.typst}${sup.typst}`);
};

function large(random: Random, depth: number): Formula {
  const [latex, typst] = random.pick(LARGE);
  const from = script('_', sequence(both(random.pick(LETTERS)), both('='), atom(random)));
  const to = script('^', atom(random));
  return sequence(
    both(`${latex}${from.latex}${to.latex}`, `${typst}${from.typst}${to.typst}`),
    term(random, depth - 1),
  );
}

function bracketed(random: Random, depth: number): Formula {
  const inner = sum(random, depth - 1);
  return both(`\\left(${inner.latex}\\right)`, `(${inner.typst})`);
}

function named(random: Random, depth: number): Formula {
  const name = random.pick(['sin', 'cos', 'log', 'exp']);
  const inner = bracketed(random, depth);
  return both(`\\${name}${inner.latex}`, `${name}${inner.typst}`);
}

function accented(random: Random): Formula {
  const [latex, typst] = random.pick([
    ['hat', 'hat'],
    ['bar', 'macron'],
    ['tilde', 'tilde'],
    ['vec', 'arrow'],
  ] as const);
  const letter = random.pick(['x', 'y', 'p', 'A']);
  return both(`\\${latex}{${letter}}`, `${typst}(${letter})`);
}

function matrix(random: Random): Formula {
  const [a, b, c, d] = [atom(random), scripted(random), atom(random), scripted(random)];
  return both(
    `\\begin{pmatrix}${a.latex} & ${b.latex} \\\\ ${c.latex} & ${d.latex}\\end{pmatrix}`,
    `mat(${a.typst}, ${b.typst}; ${c.typst}, ${d.typst})`,
  );
}

function term(random: Random, depth: number): Formula {
  if (depth <= 0) return random.chance(0.5) ? atom(random) : scripted(random);
  const fraction = (): Formula => {
    const [above, below] = [sum(random, depth - 1), sum(random, depth - 1)];
    return both(`\\frac{${above.latex}}{${below.latex}}`, `frac(${above.typst}, ${below.typst})`);
  };
  const root = (): Formula => {
    const body = sum(random, depth - 1);
    return both(`\\sqrt{${body.latex}}`, `sqrt(${body.typst})`);
  };
  return random.pick([
    () => scripted(random),
    fraction,
    fraction,
    root,
    () => large(random, depth),
    () => bracketed(random, depth),
    () => named(random, depth),
    () => accented(random),
    () => matrix(random),
  ])();
}

function sum(random: Random, depth: number): Formula {
  const first = term(random, depth);
  if (random.chance(0.5)) return first;
  return sequence(first, both(...random.pick(OPERATIONS)), term(random, depth));
}

const formula = (random: Random): Formula =>
  sequence(scripted(random), both(...random.pick(RELATIONS)), sum(random, random.int(0, DEPTH)));

/** What LaTeX says, however it is spaced and whether its delimiters grow. */
const plain = (latex: string): string =>
  latex
    .replace(/ ?\\tag\{\d+\}$/, '')
    .replaceAll(/\\(?:left|right)(?![a-z])/g, '')
    .replaceAll(/\s+/g, '');

type Typesetter = (name: string, paragraphs: readonly string[], formulas: readonly Formula[]) => void;

const latexBy =
  (packages: string): Typesetter =>
  (name, paragraphs, formulas) => {
    const body = formulas.map(
      ({ latex }, index) =>
        `${paragraphs[index]}\n\\begin{equation}${latex}\\end{equation}\n${paragraphs[index + 1]}\n`,
    );
    writeFileSync(
      `${name}.tex`,
      `\\documentclass{article}\\usepackage{amsmath,amssymb}${packages}\\begin{document}\n${body.join('\n')}\\end{document}`,
    );
    execFileSync('pdflatex', ['-interaction=batchmode', `${name}.tex`], { stdio: 'ignore' });
  };

const byTypst: Typesetter = (name, paragraphs, formulas) => {
  const body = formulas.map(({ typst }, index) => `${paragraphs[index]}\n$ ${typst} $\n${paragraphs[index + 1]}\n`);
  writeFileSync(`${name}.typ`, `#set math.equation(numbering: "(1)")\n${body.join('\n')}`);
  execFileSync(PYTHON, [
    '-c',
    'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])',
    `${name}.typ`,
    `${name}.pdf`,
  ]);
};

const TYPESETTERS: Readonly<Record<string, Typesetter>> = {
  pdftex: latexBy(''),
  'pdftex-lmodern': latexBy('\\usepackage[T1]{fontenc}\\usepackage{lmodern}'),
  typst: byTypst,
};

async function formulasIn(path: string): Promise<string[]> {
  const pdf = await openPdf(readFileSync(path));
  const extraction = createExtraction(pdf);
  const found: string[] = [];
  for (let page = 1; page <= pdf.document.numPages; page += 1)
    found.push(...displayedFormulas((await extraction.page(page)).raw).map(({ latex }) => plain(latex)));
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
