import { withConfidence } from '../blocks/confidence.ts';
import { withFigures } from '../blocks/figures.ts';
import { markFootnotes } from '../blocks/footnotes.ts';
import { withFrameTitles } from '../headings/frame-titles.ts';
import { atSide, withFolioAtEdge } from '../blocks/margin-text.ts';
import { matchNotes } from '../blocks/note-marks.ts';
import { rotatedBlocks } from '../blocks/rotated-text.ts';
import { readRegion, readStream } from '../blocks/stream.ts';
import type { Element, Stream } from '../model/element.ts';
import { boundsOf } from '../model/geometry.ts';
import type { LayoutBlock } from '../model/page-model.ts';
import type { PageRegions } from './find-regions.ts';

/** The blocks of a page in reading order. */
export interface PageBlocks extends Pick<PageRegions, 'canvas' | 'styles' | 'runs' | 'left' | 'warnings' | 'folio'> {
  readonly blocks: readonly LayoutBlock[];
}

/** The page from top to bottom: the rows of its upper edge, its columns, the rows of its lower edge. */
function readFromTop(regions: PageRegions): LayoutBlock[] {
  const { edges, canvas } = regions;
  const { x0, x1 } = boundsOf(edges.body);
  const body = readRegion({ elements: edges.body, x0, x1 }, regions).map((block) => atSide(block, canvas));
  // a row of the body's width may be the last line of a paragraph or an item that began on the page before
  const columnOf = (elements: readonly Element[]): Pick<Stream, 'x0' | 'x1'> =>
    elements.every((element) => element.x0 >= x0 && element.x1 <= x1) ? { x0, x1 } : { x0: 0, x1: canvas.width };
  const readEdge = (edge: 'top' | 'bottom'): LayoutBlock[] =>
    edges[edge]
      .flatMap((elements) => readStream({ elements, ...columnOf(elements), isEdge: true }, regions))
      .map((block) => ({ ...block, edge }));
  return [...readEdge('top'), ...body, ...readEdge('bottom')];
}

/** Reads the regions as blocks, with footnotes, text in other directions and stored images among them. */
export function readBlocks(regions: PageRegions): PageBlocks {
  const { canvas, styles, runs, left, warnings, folio, rulings, rotated, recognized } = regions;
  const { horizontal } = rulings;
  const noted = markFootnotes(readFromTop(regions), { horizontal, styles: styles.styles, height: canvas.height });
  const matched = matchNotes([...noted, ...rotatedBlocks(canvas, rotated, regions)]);
  const shown = withFigures(withFrameTitles(matched, canvas.rules), canvas);
  const placed = folio ? shown.map((block) => withFolioAtEdge(block, folio, canvas)) : shown;
  const blocks = recognized.length > 0 ? withConfidence(placed, recognized) : placed;
  return { canvas, styles, runs, left, warnings, folio, blocks };
}
