import { isNear, centerX } from '../model/geometry.ts';
import { byX, holdsCenter } from './group.ts';
import { negated, type Sign } from './signs.ts';

/** Em: how far an accent is from the middle of its letter, and how far above the letter's own its baseline lies. */
const EM = { middle: 0.35, risen: 0.5, sameBaseline: 0.02 };

/** The letter that an accent stands over. */
const letterOf = (accent: Sign, signs: readonly Sign[]): Sign | undefined =>
  signs.find(
    (sign) =>
      sign.kind === 'ord' &&
      isNear(sign.size, accent.size, 1) &&
      (holdsCenter(sign, accent) ||
        (centerX(accent) >= sign.x1 &&
          centerX(accent) < sign.x1 + (EM.middle * sign.size) / 2 &&
          accent.x1 - accent.x0 < 1)) &&
      sign.baseline - accent.baseline > -EM.sameBaseline * sign.size &&
      sign.baseline - accent.baseline < EM.risen * sign.size,
  );

/** Replaces a sign by the one that bears a mark, and leaves the mark out. */
const withMark = (signs: readonly Sign[], mark: Sign, bearer: Sign, marked: Sign): readonly Sign[] =>
  signs.filter((sign) => sign !== mark).map((sign) => (sign === bearer ? marked : sign));

/** Puts accents on their letters; undefined where one has none. */
export function readAccents(all: readonly Sign[]): readonly Sign[] | undefined {
  let signs = all;
  for (const accent of all) {
    if (accent.kind !== 'accent') continue;
    const letter = letterOf(accent, signs);
    if (!letter) return undefined;
    const accented: Sign = { ...letter, latex: `${accent.latex}{${letter.latex}}` };
    signs = withMark(signs, accent, letter, accented);
  }
  return readSlashes(signs);
}

/** Strikes relations through: `≠` is drawn as a slash and an equals sign. */
function readSlashes(all: readonly Sign[]): readonly Sign[] | undefined {
  let signs = all;
  for (const slash of all) {
    if (slash.kind !== 'slash') continue;
    const relation = [...signs]
      .sort(byX)
      .find(
        (sign) =>
          sign.kind === 'rel' &&
          sign.x1 > slash.x0 &&
          isNear(sign.x0, slash.x0, slash.size / 2) &&
          isNear(sign.baseline, slash.baseline, EM.sameBaseline * slash.size),
      );
    if (!relation) return undefined;
    const struck: Sign = { ...relation, latex: negated(relation.latex) };
    signs = withMark(signs, slash, relation, struck);
  }
  return signs;
}
