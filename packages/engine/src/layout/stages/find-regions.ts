import { takeAlgorithms } from '../blocks/algorithms.ts';
import { segmentsOf, type Element } from '../model/element.ts';
import type { Folio } from '../model/page-model.ts';
import { findFolio } from '../order/folios.ts';
import { takeCards, takeFrames } from '../order/frames.ts';
import { joinNumbersOfContents } from '../order/numbers-of-contents.ts';
import { splitEdges, type PageEdges } from '../order/page-edges.ts';
import { joinAddresses, takeAddressBlocks } from '../tables/labels/address-blocks.ts';
import { takeLabelValues } from '../tables/labels/label-values.ts';
import { takeMarkedTables } from '../tables/marked/marked-tables.ts';
import { findFilledRows } from '../tables/rulings/filled-rows.ts';
import { alongFilledCells } from '../tables/rulings/ruling-pieces.ts';
import type { PageLines } from './cut-lines.ts';

/** What is read together: the rows at the edges of the page, tables, frames, figures, and the rest. */
export interface PageRegions extends Omit<PageLines, 'elements'> {
  readonly edges: PageEdges;
  readonly folio: Folio | undefined;
}

/** Takes out tables that rules and fills mark, and labels with their values. Addresses may have filled labels too. */
function takeTables({ elements: all, canvas, rulings }: PageLines): readonly Element[] {
  const elements = takeAddressBlocks(takeAlgorithms(takeCards(all, canvas), rulings));
  const filled = findFilledRows(canvas, segmentsOf(elements));
  const rest = takeMarkedTables(elements, alongFilledCells(rulings, canvas.boxes), filled, canvas.height);
  return joinAddresses(takeLabelValues(joinNumbersOfContents(rest)));
}

/** Sets apart what may be running headers and footers, tables that are marked, frames and the words of figures. */
export function findRegions(lines: PageLines): PageRegions {
  const { elements: _elements, ...rest } = lines;
  const { canvas, styles, runs } = lines;
  const edges = splitEdges(takeTables(lines), canvas.height);
  const clear = new Set(segmentsOf([...edges.top, ...edges.bottom].flat()).flatMap((segment) => segment.runs));
  return {
    ...rest,
    edges: { ...edges, body: takeFrames(edges.body, canvas) },
    folio: findFolio(runs, { height: canvas.height, usualSize: styles.usual.size, clear }),
  };
}
