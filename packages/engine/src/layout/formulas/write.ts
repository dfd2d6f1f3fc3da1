import type { MathSymbol } from './signs/symbols.ts';
import { FORMULA_WORDS } from './signs/words.ts';

/** A nucleus with its scripts or limits, by TeX's words. */
export interface MathAtom {
  readonly nucleus: MathSymbol;
  readonly sub?: MathSymbol;
  readonly sup?: MathSymbol;
}

/** Em: white space that is written as a quad, and as two. */
const QUAD = { one: 0.9, two: 1.8 };

/** Scripts are written without spaces around their symbols; they have none behind the commas of lists either. */
const tight = (latex: string): string => latex.replaceAll(/ ([=<>+-]) /g, '$1').replaceAll('{,}', ', ');

/** Primes are written as such (`f'`), other scripts in braces. */
function scripted({ nucleus, sub, sup }: MathAtom): string {
  // fonts of Unicode have primes that are raised as they stand on the line
  const own = nucleus.kind === 'prime' ? "'" : nucleus.latex;
  const base = nucleus.axis !== undefined && (sub || sup) ? `{${own}}` : own;
  const low = sub ? `_{${tight(sub.latex)}}` : '';
  if (sup && /^['\s]+$/.test(sup.latex)) return base + sup.latex.replaceAll(/\s/g, '') + low;
  return `${base}${low}${sup ? `^{${tight(sup.latex)}}` : ''}`;
}

const isSpaced = ({ kind }: MathSymbol): boolean => kind === 'bin' || kind === 'rel';

/** Whether a symbol has something to its left that it joins with what follows. */
const hasOperand = (before: MathSymbol | undefined): boolean =>
  before !== undefined && !isSpaced(before) && before.kind !== 'open' && before.kind !== 'punct';

const endOf = ({ nucleus, sub, sup }: MathAtom): number =>
  Math.max(nucleus.x1, ...[sub, sup].flatMap((each) => each?.x1 ?? []));
const startOf = ({ nucleus, sub, sup }: MathAtom): number =>
  Math.min(nucleus.x0, ...[sub, sup].flatMap((each) => each?.x0 ?? []));

/** White space between two atoms, in em. */
const gapAfter = (before: MathAtom, next: MathAtom): number =>
  (startOf(next) - endOf(before)) / Math.max(before.nucleus.size, next.nucleus.size);

/** Whether white space separates two atoms as it does the cells of a table: nothing says how they belong together. */
export function areSeparated(before: MathAtom, next: MathAtom): boolean {
  const apart = ['punct', 'rel', 'text'];
  return (
    gapAfter(before, next) > QUAD.one &&
    next.nucleus.latex !== '\\forall' &&
    ![before, next].some(({ nucleus }) => apart.includes(nucleus.kind) || nucleus.latex === '.')
  );
}

/** White space before an atom, as LaTeX. */
function gapBefore(atoms: readonly MathAtom[], index: number): string {
  const [first, before, next] = [atoms[index - 2], atoms[index - 1], atoms[index]!];
  if (!before) return '';
  const gap = gapAfter(before, next);
  if (gap > QUAD.two) return ' \\qquad ';
  if (gap > QUAD.one) return ' \\quad ';
  const isUnary = before.nucleus.kind === 'bin' && !hasOperand(first?.nucleus);
  const isSpace = before.nucleus.kind === 'punct' || (isSpaced(before.nucleus) && !isUnary) || isSpaced(next.nucleus);
  return isSpace && next.nucleus.kind !== 'punct' ? ' ' : '';
}

/** Whether a word is a name, and not one of the text around a formula. */
function isName(words: readonly string[], isScripted: boolean, atoms: readonly MathAtom[], index: number): boolean {
  const before = atoms[index - 1];
  const isApart = before?.nucleus.kind === 'ord' && gapAfter(before, atoms[index]!) > WORD_EM;
  return words.length === 1 && (isScripted || (!isApart && !FORMULA_WORDS.has(words[0]!)));
}

/** Em: a word so far behind a letter is no name that it is multiplied by. */
const WORD_EM = 0.25;

/** Words in a row are one `\text`. */
function textOf(atoms: readonly MathAtom[], from: number): { latex: string; next: number } {
  const words: string[] = [];
  let next = from;
  while (next < atoms.length && atoms[next]!.nucleus.kind === 'text') {
    const { nucleus, sub, sup } = atoms[next]!;
    words.push(nucleus.latex);
    next += 1;
    if (sub || sup) break;
  }
  const last = atoms[next - 1]!;
  const isScripted = last.sub !== undefined || last.sup !== undefined;
  if (isName(words, isScripted, atoms, from))
    return { latex: scripted({ ...last, nucleus: { ...last.nucleus, latex: `\\mathrm{${words[0]!}}` } }), next };
  return {
    latex: `\\text{${from > 0 ? ' ' : ''}${words.join(' ')}${/^[^.,;]/.test(atoms[next]?.nucleus.latex ?? '') ? ' ' : ''}}`,
    next,
  };
}

/** Em: TeX sets more space behind a comma of a list than behind that of a number (`344{,}0`). */
const DECIMAL_EM = 0.1;

const isDigit = (atom: MathAtom | undefined): boolean => /^\d$/.test(atom?.nucleus.latex ?? '');

/** Commas within numbers are letters as others. */
const withDecimals = (atoms: readonly MathAtom[]): readonly MathAtom[] =>
  atoms.map((atom, index) => {
    const [before, next] = [atoms[index - 1], atoms[index + 1]];
    const isDecimal =
      atom.nucleus.latex === ',' && isDigit(before) && isDigit(next) && gapAfter(atom, next!) < DECIMAL_EM;
    return isDecimal ? { ...atom, nucleus: { ...atom.nucleus, kind: 'ord', latex: '{,}' } } : atom;
  });

/** The LaTeX of atoms from left to right. */
export function writeAtoms(given: readonly MathAtom[]): string {
  const atoms = withDecimals(given);
  let latex = '';
  let index = 0;
  while (index < atoms.length) {
    const atom = atoms[index]!;
    const isText = atom.nucleus.kind === 'text';
    const { latex: own, next } = isText ? textOf(atoms, index) : { latex: scripted(atom), next: index + 1 };
    latex = joined(latex + gapBefore(atoms, index), own);
    index = next;
  }
  return latex
    .replaceAll('\\cdot \\cdot \\cdot', '\\cdots')
    .replaceAll('...', '\\ldots ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** A space ends a command before a letter. */
const joined = (before: string, next: string): string =>
  /\\[a-zA-Z]+$/.test(before) && /^[a-zA-Z]/.test(next) ? `${before} ${next}` : before + next;
