import type { Place } from '../document.ts';
import { hundredths, rectOf } from '../layout/model/geometry.ts';
import type { LayoutBlock, LayoutPage } from '../layout/model/page-model.ts';
import type { PageLook } from '../page-model.ts';
import { turnRect } from '../layout/text/rotation.ts';

const FULL = 360;

/** Where a block stands on the page as it is shown. */
export const placeOf = (block: LayoutBlock, page: LayoutPage): Place => ({
  page: page.page,
  box: boxAsShown(block.box, page),
  ...(block.confidence === undefined ? {} : { confidence: block.confidence }),
});

function boxAsShown(box: Place['box'], { width, height, frame }: LayoutPage): Place['box'] {
  const { turned = 0, mirrored } = frame ?? {};
  const rect = rectOf(box);
  const read = mirrored ? { ...rect, x0: width - rect.x1, x1: width - rect.x0 } : rect;
  const { x0, y0, x1, y1 } = turned === 0 ? read : turnRect(read, FULL - turned, width, height);
  return [hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)];
}

/** How a page looks as it is shown. */
export function lookOf({ width, height, frame, confidence }: LayoutPage): PageLook {
  const isOnItsSide = ((frame?.turned ?? 0) / 90) % 2 === 1;
  return {
    ...(isOnItsSide ? { width: height, height: width } : { width, height }),
    ...(confidence === undefined ? {} : { confidence }),
  };
}
