import { PATTERN_COLOR } from '../colors.ts';
import type { Content, OperatorGroup } from '../content.ts';

/** Path construction, path painting and clipping (ISO 32000-1, 8.5), and shadings (8.7.4.2). */
export const path: OperatorGroup = {
  moveTo: (content, [x, y]) => moveTo(content, x, y),
  lineTo: (content, [x, y]) => lineTo(content, x, y),
  curveTo,
  curveTo2: curveTo,
  curveTo3: curveTo,
  closePath: ({ page }) => page.paths.close(),
  rectangle(content, operands) {
    const [x = 0, y = 0, width = 0, height = 0] = operands as number[];
    moveTo(content, x, y);
    lineTo(content, x + width, y);
    lineTo(content, x + width, y + height);
    lineTo(content, x, y + height);
    content.page.paths.close();
  },

  stroke: (content) => paint(content, { fill: false, stroke: true }),
  closeStroke(content) {
    content.page.paths.close();
    paint(content, { fill: false, stroke: true });
  },
  fill: (content) => paint(content, { fill: true, stroke: false }),
  eoFill: (content) => paint(content, { fill: true, stroke: false }),
  fillStroke: (content) => paint(content, { fill: true, stroke: true }),
  eoFillStroke: (content) => paint(content, { fill: true, stroke: true }),
  closeFillStroke,
  closeEOFillStroke: closeFillStroke,
  endPath: (content) => paint(content, { fill: false, stroke: false }),

  clip,
  eoClip: clip,

  shadingFill({ page, state, mark }) {
    if (!mark.invisible) page.paths.shade(state, PATTERN_COLOR, page.order);
  },
};

/** Fills the square that an image takes in its own space. */
export function fillUnitSquare(content: Content): void {
  moveTo(content, 0, 0);
  lineTo(content, 1, 0);
  lineTo(content, 1, 1);
  lineTo(content, 0, 1);
  content.page.paths.close();
  paint(content, { fill: true, stroke: false });
}

function moveTo({ page, state: { ctm } }: Content, x: unknown, y: unknown): void {
  if (typeof x !== 'number' || typeof y !== 'number') return;
  page.paths.moveTo(ctm[0] * x + ctm[2] * y + ctm[4], ctm[1] * x + ctm[3] * y + ctm[5]);
}

function lineTo({ page, state: { ctm } }: Content, x: unknown, y: unknown): void {
  if (typeof x !== 'number' || typeof y !== 'number') return;
  page.paths.lineTo(ctm[0] * x + ctm[2] * y + ctm[4], ctm[1] * x + ctm[3] * y + ctm[5]);
}

function curveTo({ page, state: { ctm } }: Content, operands: readonly unknown[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [x, y] = [operands[i], operands[i + 1]];
    if (typeof x !== 'number' || typeof y !== 'number') continue;
    page.paths.curveTo(ctm[0] * x + ctm[2] * y + ctm[4], ctm[1] * x + ctm[3] * y + ctm[5]);
  }
}

function closeFillStroke(content: Content): void {
  content.page.paths.close();
  paint(content, { fill: true, stroke: true });
}

function clip(content: Content): void {
  content.clipPending = true;
}

/** Ends the path. The clip of `W` holds only after the path was painted. */
function paint(content: Content, what: { readonly fill: boolean; readonly stroke: boolean }): void {
  const { page, state, mark } = content;
  const clipped = content.clipPending ? page.paths.clipWith(state.clip) : state.clip;
  if (mark.invisible) page.paths.end();
  else page.paths.paint({ ...what, state, order: page.order });
  state.clip = clipped;
  content.clipPending = false;
}
