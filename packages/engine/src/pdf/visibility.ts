import { centerX, centerY, holdsPoint } from '../layout/model/geometry.ts';
import { RUN } from '../layout/model/raw-page.ts';
import type { RawBox, RawShape, Rect } from '../layout/model/raw-page.ts';
import type { WalkImage } from './walk/images.ts';
import type { WalkRun } from './walk/run.ts';

type Painted = (RawBox | RawShape) & { readonly order: number };

const MAX_COMPARISONS = 4_000_000;

/** Signs that producers draw as images in colour, with letters below or above them that are not painted. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200D|\u20E3|\uFE0F)+$/u;
/** How much an image may be wider or narrower than the emoji that it shows, as a share. */
const EMOJI_WIDTH = 0.3;

/**
 * Marks the runs that are on the page but not to be seen: on paper of their own colour, or under an image or box that
 * was painted later.
 */
export function markHidden(runs: readonly WalkRun[], painted: readonly Painted[], images: readonly WalkImage[]): void {
  const covers = painted.filter((box) => box.fill !== undefined);
  const opaque = images.filter((image) => image.opaque);
  // a page of very many light letters over very many boxes is a drawing, and not worth the time
  const white = runs.filter((run) => isPaper(run.color)).length;
  const compare = white * covers.length < MAX_COMPARISONS;
  for (const run of runs) {
    if ((run.flags & RUN.hidden) !== 0) {
      if (EMOJI.test(run.text) && images.some(({ image }) => shows(image, run))) run.flags &= ~RUN.hidden;
      continue;
    }
    if (opaque.some(({ image, order }) => order > run.order && holdsPoint(image, centerX(run), centerY(run))))
      run.flags |= RUN.hidden;
    else if (compare && isPaper(run.color) && !hasBackground(run, covers, images)) run.flags |= RUN.hidden;
  }
}

function isPaper(color: number): boolean {
  return (color & 0xff) >= 0xfc && ((color >> 8) & 0xff) >= 0xfc && ((color >> 16) & 0xff) >= 0xfc;
}

/** Something other than white lies below the run. */
function hasBackground(run: WalkRun, covers: readonly Painted[], images: readonly WalkImage[]): boolean {
  if (images.some(({ image, order }) => order < run.order && overlaps(image, run))) return true;
  return covers.some(
    (box) => box.order < run.order && box.fill !== undefined && !isPaper(box.fill) && overlaps(box, run),
  );
}

/** Whether an image is as wide as a run, and at its place. */
function shows(image: Rect, run: Rect): boolean {
  const width = run.x1 - run.x0;
  return holdsPoint(image, centerX(run), centerY(run)) && Math.abs(image.x1 - image.x0 - width) <= EMOJI_WIDTH * width;
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;
}
