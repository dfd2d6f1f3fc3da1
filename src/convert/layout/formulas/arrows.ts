import { isNear } from '../model/geometry.ts';
import { byX } from './group.ts';
import { MAPS_TO_BAR, type Sign } from './signs.ts';

/** Relations that TeX puts together of signs which touch or overlap: their parts from left to right. */
const JOINED: readonly (readonly [readonly string[], string])[] = [
  [[MAPS_TO_BAR, '−', '\\rightarrow'], '\\longmapsto'],
  [[MAPS_TO_BAR, '\\rightarrow'], '\\mapsto'],
  [['−', '\\rightarrow'], '\\longrightarrow'],
  [['\\leftarrow', '−'], '\\longleftarrow'],
  [['\\leftarrow', '\\rightarrow'], '\\longleftrightarrow'],
  [['=', '\\Rightarrow'], '\\Longrightarrow'],
  [['\\Leftarrow', '='], '\\Longleftarrow'],
  [['\\Leftarrow', '\\Rightarrow'], '\\Longleftrightarrow'],
  [['\\hookrightarrow', '\\rightarrow'], '\\hookrightarrow'],
  [['|', '='], '\\models'],
  [[':', '='], ':='],
];
/** Em: parts of one relation are not apart. */
const GAP_EM = 0.06;

const isPart = (sign: Sign, latex: string): boolean => sign.latex === latex || (latex === '−' && sign.latex === '-');

/** Whether a sign goes on from the one before it as the next part of a relation. */
const touches = (before: Sign, sign: Sign): boolean =>
  sign.x0 - before.x1 < GAP_EM * sign.size &&
  sign.x0 > before.x0 - GAP_EM * sign.size &&
  isNear(sign.baseline, before.baseline, GAP_EM * sign.size) &&
  isNear(sign.size, before.size, GAP_EM * sign.size);

/** In em: how far `∼` is above `=` where both are one sign. */
const CONG_EM = { least: 0.2, most: 0.6, side: 0.1 };

/** TeX sets `\cong` as a tilde above an equals sign. */
function joinCong(signs: readonly Sign[]): readonly Sign[] {
  const upper = new Set<Sign>();
  const joined = signs.map((sign) => {
    const tilde = signs.find(
      ({ latex, x0, size, baseline }) =>
        sign.latex === '=' &&
        latex === '\\sim' &&
        isNear(x0, sign.x0, CONG_EM.side * size) &&
        sign.baseline - baseline > CONG_EM.least * size &&
        sign.baseline - baseline < CONG_EM.most * size,
    );
    if (tilde) upper.add(tilde);
    return tilde ? { ...sign, latex: '\\cong' } : sign;
  });
  return joined.filter((sign) => !upper.has(sign));
}

/** Arrows and other relations that are drawn as several signs, as one sign each. */
export function joinArrows(all: readonly Sign[]): readonly Sign[] {
  const rest = [...joinCong(all)].sort(byX);
  const joined: Sign[] = [];
  while (rest.length > 0) {
    const [first] = rest;
    const found = JOINED.find(
      ([parts]) =>
        isPart(first!, parts[0]!) &&
        parts.every((part, index) => {
          const sign = rest[index];
          return sign && isPart(sign, part) && (index === 0 || touches(rest[index - 1]!, sign));
        }),
    );
    if (!found) {
      joined.push(rest.shift()!);
      continue;
    }
    const parts = rest.splice(0, found[0].length);
    joined.push({ ...first!, kind: 'rel', latex: found[1], x1: parts.at(-1)!.x1 });
  }
  return joined;
}
