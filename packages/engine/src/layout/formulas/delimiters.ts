import { isNear } from '../model/geometry.ts';
import { byX } from './group.ts';
import { depthOfPiece } from './signs/fonts.ts';
import type { MathSymbol } from './signs/symbols.ts';
import type { MathAtom } from './write.ts';

/** The delimiter that closes the one at `index`; -1 where there is none. */
export function closingOf(symbols: readonly MathSymbol[], index: number): number {
  const open = symbols[index]!;
  if (open.kind === 'fence') return symbols.findIndex((symbol, at) => at > index && symbol.latex === open.latex);
  let depth = 0;
  for (let at = index; at < symbols.length; at += 1) {
    const { kind } = symbols[at]!;
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Points: the pieces of a delimiter stand right below each other. */
const PIECE_PT = 0.1;

/** TeX draws large vertical bars and radicals as several pieces below each other: the topmost one stands for all. */
export const withoutPieces = (symbols: readonly MathSymbol[]): readonly MathSymbol[] =>
  symbols.filter(
    (symbol) =>
      symbol.hangs !== true ||
      (symbol.kind !== 'fence' && symbol.kind !== 'radical') ||
      !symbols.some(
        (other) =>
          other.latex === symbol.latex &&
          isNear(other.x0, symbol.x0, PIECE_PT) &&
          other.baseline < symbol.baseline &&
          symbol.baseline - other.baseline < symbol.size,
      ),
  );

/** Em: how far they may be apart. */
const APART_EM = 0.3;

const bottomOf = ({ text = '', baseline, size }: MathSymbol): number => baseline + (depthOfPiece(text) ?? 0) * size;

/** Symbols with one delimiter in place of the pieces that it is drawn of, with its middle as its axis. */
export function joinPieces(symbols: readonly MathSymbol[]): readonly MathSymbol[] {
  const pieces = symbols.filter(({ text }) => text !== undefined && depthOfPiece(text) !== undefined);
  if (pieces.length === 0) return symbols;
  const groups: MathSymbol[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline)) {
    const group = groups.find(
      (each) =>
        isNear(each[0]!.x0, piece.x0, PIECE_PT) &&
        piece.baseline < Math.max(...each.map(bottomOf)) + APART_EM * piece.size,
    );
    if (group) group.push(piece);
    else groups.push([piece]);
  }
  // the extension is the same for both braces: the other pieces tell which it is
  const delimiters = groups.map((group): MathSymbol => {
    const [top] = group;
    const told = group.find(({ text }) => text !== '⎪') ?? top!;
    return { ...told, baseline: top!.baseline, axis: (top!.baseline + Math.max(...group.map(bottomOf))) / 2 };
  });
  return [...symbols.filter((symbol) => !pieces.includes(symbol)), ...delimiters].sort(byX);
}

const isHigh = ({ nucleus, sub, sup }: MathAtom): boolean =>
  nucleus.tall === true || (nucleus.kind === 'op' && (sub !== undefined || sup !== undefined));

const withLatex = (atom: MathAtom, command: string): MathAtom => ({
  ...atom,
  nucleus: { ...atom.nucleus, latex: `${command}${atom.nucleus.latex}` },
});

const DELIMITERS: ReadonlySet<MathSymbol['kind']> = new Set(['open', 'close', 'fence']);

/** What is written before a delimiter and its partner; undefined where a large one has no partner of its size. */
function sizeOf(delimiter: MathSymbol, partner: MathSymbol | undefined, isAroundHigh: boolean): string | undefined {
  const isLarge = delimiter.hangs === true;
  if (!isLarge && (!partner || delimiter.kind === 'fence')) return '';
  if (!partner) return delimiter.kind === 'fence' ? '\\big' : undefined;
  if (isLarge !== (partner.hangs === true)) return undefined;
  return isLarge || isAroundHigh ? '\\left' : '';
}

/** Delimiters around what is higher than a line grow with it (`\left`); undefined where a large one has no partner. */
export function growDelimiters(atoms: readonly MathAtom[]): readonly MathAtom[] | undefined {
  const nuclei = atoms.map(({ nucleus }) => nucleus);
  const result = [...atoms];
  const done = new Set<number>();
  for (const [index, atom] of atoms.entries()) {
    const { nucleus } = atom;
    if (done.has(index) || !DELIMITERS.has(nucleus.kind)) continue;
    const end = nucleus.kind === 'close' ? -1 : closingOf(nuclei, index);
    const size = sizeOf(nucleus, nuclei[end], atoms.slice(index, Math.max(index, end)).some(isHigh));
    if (size === undefined) return undefined;
    if (size !== '') result[index] = withLatex(atom, size);
    if (size === '\\left') result[end] = withLatex(atoms[end]!, '\\right');
    if (end >= 0 && (nucleus.kind !== 'fence' || size !== '')) done.add(end);
  }
  return result;
}
