import { isNear } from '../model/geometry.ts';
import { byX } from './group.ts';
import { depthOfPiece } from './pieces.ts';
import type { Sign } from './signs.ts';
import type { Piece } from './write.ts';

/** The bracket that closes the one at `index`; -1 where there is none. */
export function closingOf(signs: readonly Sign[], index: number): number {
  const open = signs[index]!;
  if (open.kind === 'fence') return signs.findIndex((sign, at) => at > index && sign.latex === open.latex);
  let depth = 0;
  for (let at = index; at < signs.length; at += 1) {
    const { kind } = signs[at]!;
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Points: the pieces of one sign stand right below each other. */
const PIECE_PT = 0.1;

/** TeX draws large bars as several pieces below each other: the topmost one stands for all. */
export const withoutPieces = (signs: readonly Sign[]): readonly Sign[] =>
  signs.filter(
    (sign) =>
      sign.hangs !== true ||
      sign.kind !== 'fence' ||
      !signs.some(
        (other) =>
          other.latex === sign.latex &&
          isNear(other.x0, sign.x0, PIECE_PT) &&
          other.baseline < sign.baseline &&
          sign.baseline - other.baseline < sign.size,
      ),
  );

/** Em: how far they may be apart. */
const APART_EM = 0.3;

const bottomOf = ({ text = '', baseline, size }: Sign): number => baseline + (depthOfPiece(text) ?? 0) * size;

/** Signs with one bracket in place of the pieces that it is drawn of, with its middle as its axis. */
export function joinPieces(signs: readonly Sign[]): readonly Sign[] {
  const pieces = signs.filter(({ text }) => text !== undefined && depthOfPiece(text) !== undefined);
  if (pieces.length === 0) return signs;
  const groups: Sign[][] = [];
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
  const brackets = groups.map((group): Sign => {
    const [top] = group;
    const told = group.find(({ text }) => text !== '⎪') ?? top!;
    return { ...told, baseline: top!.baseline, axis: (top!.baseline + Math.max(...group.map(bottomOf))) / 2 };
  });
  return [...signs.filter((sign) => !pieces.includes(sign)), ...brackets].sort(byX);
}

const isHigh = ({ sign, sub, sup }: Piece): boolean =>
  sign.tall === true || (sign.kind === 'op' && (sub !== undefined || sup !== undefined));

const withLatex = (piece: Piece, command: string): Piece => ({
  ...piece,
  sign: { ...piece.sign, latex: `${command}${piece.sign.latex}` },
});

/** Brackets around what is higher than a line grow with it; undefined where a large one has no other. */
export function stretchBrackets(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const signs = pieces.map(({ sign }) => sign);
  const result = [...pieces];
  const done = new Set<number>();
  for (let index = 0; index < pieces.length; index += 1) {
    const { sign } = pieces[index]!;
    if (done.has(index) || !['open', 'close', 'fence'].includes(sign.kind)) continue;
    const end = sign.kind === 'close' ? -1 : closingOf(signs, index);
    const isLarge = sign.hangs === true;
    if (end < 0 || (sign.kind === 'fence' && !isLarge)) {
      if (isLarge && sign.kind !== 'fence') return undefined;
      if (isLarge) result[index] = withLatex(pieces[index]!, '\\big');
      continue;
    }
    if (isLarge !== (signs[end]!.hangs === true)) return undefined;
    done.add(end);
    if (!isLarge && !pieces.slice(index, end).some(isHigh)) continue;
    result[index] = withLatex(pieces[index]!, '\\left');
    result[end] = withLatex(pieces[end]!, '\\right');
  }
  return result;
}
