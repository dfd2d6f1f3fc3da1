import type { Sign } from './signs.ts';

/** A sign with its scripts or limits. */
export interface Piece {
  readonly sign: Sign;
  readonly sub?: Sign;
  readonly sup?: Sign;
}

/** Em: white space that is written as a quad, and as two. */
const QUAD = { one: 0.9, two: 1.8 };

/** Scripts are written without spaces around their signs. */
const tight = (latex: string): string => latex.replaceAll(/ ([=<>+-]) /g, '$1');

/** Primes are written as such (`f'`), other scripts in braces. */
function scripted({ sign, sub, sup }: Piece): string {
  const base = sign.axis !== undefined && (sub || sup) ? `{${sign.latex}}` : sign.latex;
  const low = sub ? `_{${tight(sub.latex)}}` : '';
  if (sup && /^(?:\\prime ?)+$/.test(sup.latex)) return base + "'".repeat(sup.latex.split('\\prime').length - 1) + low;
  return `${base}${low}${sup ? `^{${tight(sup.latex)}}` : ''}`;
}

const isSpaced = ({ kind }: Sign): boolean => kind === 'bin' || kind === 'rel';

/** Whether a sign has something to its left that it joins with what follows. */
const hasOperand = (before: Sign | undefined): boolean =>
  before !== undefined && !isSpaced(before) && before.kind !== 'open' && before.kind !== 'punct';

const endOf = ({ sign, sub, sup }: Piece): number => Math.max(sign.x1, ...[sub, sup].flatMap((each) => each?.x1 ?? []));
const startOf = ({ sign, sub, sup }: Piece): number =>
  Math.min(sign.x0, ...[sub, sup].flatMap((each) => each?.x0 ?? []));

/** White space between two pieces, in em. */
const gapAfter = (before: Piece, next: Piece): number =>
  (startOf(next) - endOf(before)) / Math.max(before.sign.size, next.sign.size);

/** Whether white space parts two pieces as it does the cells of a table: nothing says how they belong together. */
export function isParted(before: Piece, next: Piece): boolean {
  const apart = ['punct', 'rel', 'text'];
  return (
    gapAfter(before, next) > QUAD.one &&
    next.sign.latex !== '\\forall' &&
    ![before, next].some(({ sign }) => apart.includes(sign.kind) || sign.latex === '.')
  );
}

/** White space before a piece, as LaTeX. */
function gapBefore(pieces: readonly Piece[], index: number): string {
  const [first, before, next] = [pieces[index - 2], pieces[index - 1], pieces[index]!];
  if (!before) return '';
  const gap = gapAfter(before, next);
  if (gap > QUAD.two) return ' \\qquad ';
  if (gap > QUAD.one) return ' \\quad ';
  const isSign = before.sign.kind === 'bin' && !hasOperand(first?.sign);
  const isSpace = before.sign.kind === 'punct' || (isSpaced(before.sign) && !isSign) || isSpaced(next.sign);
  return isSpace && next.sign.kind !== 'punct' ? ' ' : '';
}

/** Words that stand one after the other are one text. */
function textOf(pieces: readonly Piece[], from: number): { latex: string; next: number } {
  const words: string[] = [];
  let next = from;
  while (next < pieces.length && pieces[next]!.sign.kind === 'text') {
    const { sign, sub, sup } = pieces[next]!;
    words.push(sign.latex);
    next += 1;
    if (sub || sup) break;
  }
  const last = pieces[next - 1]!;
  const isName = words.length === 1 && (last.sub !== undefined || last.sup !== undefined);
  if (isName) return { latex: scripted({ ...last, sign: { ...last.sign, latex: `\\mathrm{${words[0]!}}` } }), next };
  return { latex: `\\text{${from > 0 ? ' ' : ''}${words.join(' ')}${next < pieces.length ? ' ' : ''}}`, next };
}

/** The LaTeX of pieces from left to right. */
export function writePieces(pieces: readonly Piece[]): string {
  let latex = '';
  let index = 0;
  while (index < pieces.length) {
    const piece = pieces[index]!;
    const isText = piece.sign.kind === 'text';
    const { latex: own, next } = isText ? textOf(pieces, index) : { latex: scripted(piece), next: index + 1 };
    latex = joined(latex + gapBefore(pieces, index), own);
    index = next;
  }
  return latex
    .replaceAll('\\cdot \\cdot \\cdot', '\\cdots')
    .replaceAll('...', '\\ldots ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** A command is parted from a letter that follows. */
const joined = (before: string, next: string): string =>
  /\\[a-zA-Z]+$/.test(before) && /^[a-zA-Z]/.test(next) ? `${before} ${next}` : before + next;
