import type { Random } from './random.ts';

const DEPTH = 3;

/** A formula in both languages. */
export interface Formula {
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

/** A formula of one line: a relation of a term to a sum. */
export const formula = (random: Random): Formula =>
  sequence(scripted(random), both(...random.pick(RELATIONS)), sum(random, random.int(0, DEPTH)));

/** Two or three lines, aligned at their relations. */
export function alignedLines(random: Random): Formula {
  const lines = Array.from({ length: random.int(2, 3) }, (_, index) => ({
    left: index === 0 || random.chance(0.5) ? scripted(random) : both(''),
    relation: both(...random.pick(RELATIONS)),
    right: sum(random, random.int(0, 1)),
  }));
  const join = (of: (part: Formula) => string, end: string): string =>
    lines.map(({ left, relation, right }) => `${of(left)} &${of(relation)} ${of(right)}`).join(end);
  return both(
    `\\begin{aligned}${join(({ latex }) => latex, ' \\\\ ')}\\end{aligned}`,
    join(({ typst }) => typst, ' \\ '),
  );
}
