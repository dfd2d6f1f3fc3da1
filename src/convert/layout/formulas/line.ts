import { stretchBrackets } from './brackets.ts';
import { centerX, isNear } from '../model/geometry.ts';
import { axisOf, byX, type Read } from './group.ts';
import { isIntegral, type Sign } from './signs.ts';
import { isParted, writePieces, type Piece } from './write.ts';

/** In em of the letters of the line; TeX's own figures with room for those of other programs. */
const EM = {
  /** Letters of the line have one size and one baseline. */
  size: 0.95,
  sameBaseline: 0.05,
  /** A fraction's bar lies on the axis of the line. */
  sameAxis: 0.08,
  /** Signs that hang below their baseline have their middle on the axis, and so do large ones that are centred. */
  depth: 0.12,
  large: 0.3,
  /** Scripts are smaller, and their baselines so far above or below. Those of high signs are further away. */
  script: 0.85,
  scriptOfScript: 0.62,
  riseLeast: 0.15,
  riseMost: 0.85,
  dropLeast: 0.06,
  dropMost: 0.6,
  tallMost: 3,
  /** A script begins where its base ends. */
  before: 0.55,
  after: 0.3,
  afterLarge: 0.6,
  /** Letters of a line touch each other by less than this. */
  overlap: 0.2,
  /** Limits are centred on their sign, and further away than scripts. */
  limitAbove: 0.8,
  limitBelow: 0.5,
  limitCentre: 0.2,
  limitGap: 0.4,
};

/** Depths of large signs that hang below their baseline (TeX's CMEX), in em. */
const DEPTHS = [1, 1.11, 1.2, 1.4, 1.8, 2.22, 2.4, 3];

/** Names under which TeX sets limits. */
const LIMIT_NAMES = /^\\(?:lim|max|min|sup|inf|limsup|liminf|det|gcd|Pr)$/;
const takesLimits = ({ kind, latex, size }: Sign): boolean =>
  size > 0 && (kind === 'op' || (kind === 'name' && LIMIT_NAMES.test(latex)));

/** Kinds of signs that may be larger than letters of their size, with a baseline of their own. */
const isLarge = ({ kind, hangs }: Sign): boolean =>
  hangs === true || kind === 'op' || kind === 'open' || kind === 'close' || kind === 'fence';

/** What stands on the line itself: size, baseline, axis. */
interface Level {
  readonly baseline: number;
  readonly size: number;
}

/** The level of the largest letters; undefined where they are on several. */
function levelOf(signs: readonly Sign[]): Level | undefined {
  const letters = signs.filter((sign) => !sign.hangs && sign.axis === undefined);
  const plain = letters.filter((sign) => !isLarge(sign));
  const among = plain.length > 0 ? plain : letters.length > 0 ? letters : signs;
  const size = Math.max(...among.map((sign) => sign.size));
  const largest = among.filter((sign) => sign.size > EM.size * size);
  const { baseline } = largest[0]!;
  const isOne = largest.every((sign) => isNear(sign.baseline, baseline, EM.sameBaseline * size));
  return isOne ? { baseline, size } : undefined;
}

/** Whether a sign is one of the line itself. */
function isOn(sign: Sign, { baseline, size }: Level): boolean {
  const axis = axisOf(baseline, size);
  if (sign.axis !== undefined) return isNear(sign.axis, axis, EM.sameAxis * size);
  if (sign.hangs) {
    const depth = (2 * (axis - sign.baseline)) / sign.size;
    return DEPTHS.some((each) => isNear(each, depth, EM.depth));
  }
  if (sign.size < EM.size * size) return false;
  return isNear(sign.baseline, baseline, (isLarge(sign) ? EM.large : EM.sameBaseline) * size);
}

/** The signs that are small and stand beside each other near a middle. */
function clusterAt(signs: readonly Sign[], middle: number, size: number): readonly Sign[] {
  const sorted = [...signs].sort(byX);
  const clusters: Sign[][] = [];
  let end = -Infinity;
  for (const sign of sorted) {
    if (sign.x0 - end > EM.limitGap * size) clusters.push([]);
    clusters.at(-1)!.push(sign);
    end = Math.max(end, sign.x1);
  }
  return (
    clusters.find((cluster) =>
      isNear((cluster[0]!.x0 + Math.max(...cluster.map(({ x1 }) => x1))) / 2, middle, EM.limitCentre * size),
    ) ?? []
  );
}

/** Whether a sign is nearer to the middle of a sum than to that of another one. */
const isNearest = (each: Sign, sum: Sign, sums: readonly Sign[]): boolean =>
  sums.every(
    (other) => other === sum || Math.abs(centerX(each) - centerX(sum)) < Math.abs(centerX(each) - centerX(other)),
  );

/** Limits of a sum, by their side; signs of other sizes and places are none. */
function limitsOf(
  sign: Sign,
  { small, sums }: { readonly small: readonly Sign[]; readonly sums: readonly Sign[] },
  level: Level,
): readonly [readonly Sign[], readonly Sign[]] {
  if (!takesLimits(sign)) return [[], []];
  const { baseline, size } = level;
  const own = small.filter((each) => isNearest(each, sign, sums));
  const above = own.filter((each) => each.baseline < baseline - EM.limitAbove * size);
  const below = own.filter((each) => each.baseline > baseline + EM.limitBelow * size);
  const middle = centerX(sign);
  const limits = [clusterAt(below, middle, size), clusterAt(above, middle, size)] as const;
  return isIntegral(sign) && limits.some((each) => each.length === 0) ? [[], []] : limits;
}

/** The signs of a line's scripts, while they are sorted to their bases. */
interface Base {
  readonly sign: Sign;
  readonly sub: Sign[];
  readonly sup: Sign[];
}

const isHigh = (sign: Sign): boolean => sign.tall === true || isLarge(sign);

/** Whether a small sign is above or below its base; undefined where it is neither surely. */
function sideOf(small: Sign, base: Base, { baseline, size }: Level): Sign[] | undefined {
  if (small.size < EM.scriptOfScript * size) {
    const next = [base.sub, base.sup].filter((side) => goesOn(side.at(-1), small));
    if (next.length === 1) return next[0];
    if (next.length > 1)
      return next.reduce((a, b) => (distance(a.at(-1)!, small) <= distance(b.at(-1)!, small) ? a : b));
  }
  const at = small.axis === undefined ? small.baseline : small.axis + EM.riseLeast * small.size;
  const rise = (baseline - at) / size;
  const [up, down] = isHigh(base.sign) ? [EM.tallMost, EM.tallMost] : [EM.riseMost, EM.dropMost];
  if (rise > EM.riseLeast && rise < up) return base.sup;
  return rise < -EM.dropLeast && rise > -down ? base.sub : undefined;
}

const goesOn = (last: Sign | undefined, small: Sign): boolean =>
  last !== undefined && small.x0 - last.x1 < EM.after * last.size && small.size <= last.size;
const distance = (a: Sign, b: Sign): number => Math.abs(a.baseline - b.baseline);

/** Whether a script begins near the end of its base, or of what it follows. */
function isBeside(small: Sign, base: Base, side: readonly Sign[]): boolean {
  const end = side.at(-1)?.x1 ?? base.sign.x1;
  const early = side.length > 0 ? EM.after : EM.before;
  const late = side.length === 0 && base.sign.kind === 'op' ? EM.afterLarge : EM.after;
  return small.x0 - end < late * base.sign.size && end - small.x0 < early * base.sign.size;
}

/** Sorts small signs to the ones that they follow; false where one has no place. */
function sortScripts(bases: readonly Base[], small: readonly Sign[], level: Level): boolean {
  return [...small].sort(byX).every((sign) => {
    const base = bases.findLast((each) => each.sign.x0 < sign.x0);
    const side = base && sideOf(sign, base, level);
    if (!base || !side || sign.size > EM.script * level.size || !isBeside(sign, base, side)) return false;
    side.push(sign);
    return true;
  });
}

/** A part read, `null` where there is none; undefined where it cannot be read. */
const readSide = (signs: readonly Sign[], read: Read): Sign | null | undefined =>
  signs.length === 0 ? null : read({ signs, rules: [] });

function pieceOf({ sign, sub, sup }: Base, read: Read): Piece | undefined {
  const low = readSide(sub, read);
  const high = readSide(sup, read);
  if (low === undefined || high === undefined) return undefined;
  return { sign, ...(low ? { sub: low } : {}), ...(high ? { sup: high } : {}) };
}

/** Whether letters stand over each other. */
const overlaps = (bases: readonly Base[]): boolean =>
  bases.some(({ sign }, index) => index > 0 && bases[index - 1]!.sign.x1 - sign.x0 > EM.overlap * sign.size);

/** Reads a line of signs with their scripts and limits, as one sign. */
export function readLine(signs: readonly Sign[], read: Read): Sign | undefined {
  const level = signs.length > 0 ? levelOf(signs) : undefined;
  if (!level) return undefined;
  const bases = signs
    .filter((sign) => isOn(sign, level))
    .sort(byX)
    .map((sign): Base => ({ sign, sub: [], sup: [] }));
  let small = signs.filter((sign) => !isOn(sign, level));
  const sums = bases.map(({ sign }) => sign).filter(takesLimits);
  for (const base of bases) {
    const [below, above] = limitsOf(base.sign, { small, sums }, level);
    base.sub.push(...below);
    base.sup.push(...above);
    small = small.filter((sign) => !below.includes(sign) && !above.includes(sign));
  }
  const limited = new Set(bases.filter(({ sub, sup }) => sub.length + sup.length > 0));
  if (
    !sortScripts(
      bases.filter((base) => !limited.has(base)),
      small,
      level,
    )
  )
    return undefined;
  const pieces: Piece[] = [];
  for (const base of bases) {
    const piece = pieceOf(base, read);
    if (!piece) return undefined;
    pieces.push(piece);
  }
  const isTable = pieces.some((piece, index) => index > 0 && isParted(pieces[index - 1]!, piece));
  const stretched = isTable || overlaps(bases) ? undefined : stretchBrackets(pieces);
  return (
    stretched && {
      kind: 'ord',
      latex: writePieces(stretched),
      x0: Math.min(...signs.map(({ x0 }) => x0)),
      x1: Math.max(...signs.map(({ x1 }) => x1)),
      ...level,
      ...(bases.some(({ sign }) => sign.tall) || limited.size > 0 ? { tall: true as const } : {}),
    }
  );
}
