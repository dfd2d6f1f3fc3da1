import { isAtom, type Atom, type Element } from '../model/element.ts';
import { areaOf, centerX, heightOf, widthOf } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { Canvas, Rect } from '../model/raw-page.ts';

/** What takes room among the text. Set by hand on the tuning half of the corpus. */
const PICTURE = {
  /** Points: smaller ones are specks and signs. */
  leastPt: 16,
  /** Share of the page: a larger one is its background. */
  share: 0.5,
  /** Em: text whose middle, this far above the baseline, lies on the picture is written on it. */
  middleEm: 0.5,
};

/**
 * The room that pictures take among the text, so that columns are seen beside them. Backgrounds and specks take none.
 */
export function pictureAtoms(page: Canvas, runs: readonly GlyphRun[]): Atom[] {
  return page.images.flatMap((image): Atom[] => {
    const box: Rect = {
      x0: Math.max(0, image.x0),
      y0: Math.max(0, image.y0),
      x1: Math.min(page.width, image.x1),
      y1: Math.min(page.height, image.y1),
    };
    if (widthOf(box) < PICTURE.leastPt || heightOf(box) < PICTURE.leastPt) return [];
    if (areaOf(box) > PICTURE.share * page.width * page.height) return [];
    const isBackground = runs.some(
      (run) =>
        centerX(run) > box.x0 &&
        centerX(run) < box.x1 &&
        run.baseline > box.y0 + 1 &&
        run.baseline - PICTURE.middleEm * run.size < box.y1 - 1,
    );
    return isBackground ? [] : [{ ...box, kind: 'picture', contents: [] }];
  });
}

export const isPicture = (element: Element): element is Atom => isAtom(element) && element.kind === 'picture';

/** Whether an element is but the room of a picture. */
export const isRoom = (element: Element): boolean => isPicture(element) && element.contents.length === 0;
