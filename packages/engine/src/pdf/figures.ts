import type { RawImage, RawPage, Rect } from '../layout/model/raw-page.ts';

/** Pieces of a drawing are at most so far apart, in points. */
const APART = 14;
/** The distance in points at which something stands at the edge of a drawing that it belongs to. */
const EDGE = 6;
/** A drawing of fewer pieces, or a smaller one, is an ornament. */
const MIN_PIECES = 8;
const MIN_WIDTH = 60;
const MIN_HEIGHT = 50;
/** A drawing over most of the page is its design. */
const MAX_SHARE = 0.85;
/** Pieces that are compared with each other; a page with more is drawn as a whole by its cartographer. */
const MAX_PIECES = 6000;

/**
 * Where a page has drawings: clusters of curves and slanted lines, with the boxes and rules among them. Text over most
 * of a cluster says that it is a design behind text. The places are stated as images without pixels yet.
 */
export function findDrawings(raw: RawPage): RawImage[] {
  const shapes = raw.shapes.filter(
    (shape) => shape.x1 - shape.x0 < 0.95 * raw.width || shape.y1 - shape.y0 < 0.95 * raw.height,
  );
  if (shapes.length < MIN_PIECES || shapes.length > MAX_PIECES) return [];
  // soft shadows and gradients are small images among the lines
  const clusters = grow([
    ...shapes,
    ...raw.images.filter((image) => image.x1 - image.x0 < 0.3 * raw.width && image.y1 - image.y0 < 0.3 * raw.height),
  ]);
  const drawings = clusters.filter(({ area, count }) => {
    const width = area.x1 - area.x0;
    const height = area.y1 - area.y0;
    return (
      count >= MIN_PIECES &&
      width >= MIN_WIDTH &&
      height >= MIN_HEIGHT &&
      width * height < MAX_SHARE * raw.width * raw.height &&
      textShare(area, raw) < 0.4 &&
      !raw.images.some((image) => covers(image, area))
    );
  });
  return drawings.map(({ area }, index) => ({
    id: `p${raw.page}d${index + 1}`,
    ...withFrame(area, raw),
    pixelWidth: 0,
    pixelHeight: 0,
  }));
}

interface Cluster {
  area: Rect;
  count: number;
}

/** Joins what is near to each other, until nothing changes. */
function grow(pieces: readonly Rect[]): Cluster[] {
  let clusters: Cluster[] = [];
  for (const { x0, y0, x1, y1 } of pieces) {
    let joined: Cluster = { area: { x0, y0, x1, y1 }, count: 1 };
    const apart: Cluster[] = [];
    for (const cluster of clusters) {
      if (near(cluster.area, joined.area))
        joined = { area: union(cluster.area, joined.area), count: cluster.count + joined.count };
      else apart.push(cluster);
    }
    clusters = [...apart, joined];
  }
  for (let before = -1; before !== clusters.length;) {
    before = clusters.length;
    clusters = clusters.reduce<Cluster[]>((done, cluster) => {
      const other = done.find(({ area }) => near(area, cluster.area));
      if (other === undefined) return [...done, cluster];
      other.area = union(other.area, cluster.area);
      other.count += cluster.count;
      return done;
    }, []);
  }
  return clusters;
}

/**
 * Takes in the boxes, rules and short labels at the drawing's edge: a chart's axes, its bars and what is written at
 * them.
 */
function withFrame(area: Rect, raw: RawPage): Rect {
  let frame = area;
  for (const piece of [...raw.boxes, ...raw.rules]) {
    const fits = piece.x1 - piece.x0 < 1.5 * (area.x1 - area.x0) && piece.y1 - piece.y0 < 1.5 * (area.y1 - area.y0);
    if (fits && touches(piece, area, EDGE)) frame = union(frame, piece);
  }
  let grown = frame;
  for (const run of raw.runs) if (run.text.length <= 12 && touches(run, frame, EDGE)) grown = union(grown, run);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    x0: round(Math.max(0, grown.x0 - 2)),
    y0: round(Math.max(0, grown.y0 - 2)),
    x1: round(Math.min(raw.width, grown.x1 + 2)),
    y1: round(Math.min(raw.height, grown.y1 + 2)),
  };
}

/** Share of the area that text covers. */
function textShare(area: Rect, raw: RawPage): number {
  let text = 0;
  for (const run of raw.runs) {
    if (run.x0 >= area.x0 && run.x1 <= area.x1 && run.y0 >= area.y0 && run.y1 <= area.y1)
      text += (run.x1 - run.x0) * (run.y1 - run.y0);
  }
  return text / ((area.x1 - area.x0) * (area.y1 - area.y0));
}

function near(a: Rect, b: Rect): boolean {
  return touches(a, b, APART);
}

function touches(a: Rect, b: Rect, reach: number): boolean {
  return a.x0 < b.x1 + reach && b.x0 < a.x1 + reach && a.y0 < b.y1 + reach && b.y0 < a.y1 + reach;
}

export function covers(outer: Rect, inner: Rect): boolean {
  return outer.x0 <= inner.x0 + 2 && outer.y0 <= inner.y0 + 2 && outer.x1 >= inner.x1 - 2 && outer.y1 >= inner.y1 - 2;
}

function union(a: Rect, b: Rect): Rect {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}
