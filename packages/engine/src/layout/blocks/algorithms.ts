import { charOf } from '../../math/symbols.ts';
import { isAtom, segmentsOf, type Atom, type Element } from '../model/element.ts';
import { boundsOf, centerY, isNear, rectOf, stretchesOf } from '../model/geometry.ts';
import { joinSegments, type Line, type Segment } from '../model/line.ts';
import type { CodeBlock } from '../model/page-model.ts';
import type { Ruling, Rulings } from '../tables/rulings/rulings.ts';
import { inlinesOfLine, lineText } from '../text/inlines.ts';
import { textRows, type TextRow } from '../text/text-rows.ts';

/** The name of pseudocode, in the languages of the packages that set it. */
const NAME = /^(?:algorithm|algorithme|algorithmus|algoritmo|algorytm)\s+\d/iu;
/**
 * In em: how far the rulings above and below the name are, space in a line behind which a remark stands, and how far
 * the middles of parts of one line are from each other.
 */
const EM = { ruling: 2, remark: 2, line: 0.5 };
/** Points by which ends of rulings differ, and by which text reaches over them. */
const END_PT = 2;

/** Fewer lines are a row of a table. */
const LEAST_LINES = 3;

/** What stands between two rulings, below the name. */
interface Area {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** The lines of pseudocode between the rulings that LaTeX packages draw around it and its name, as code. */
export function takeAlgorithms(elements: readonly Element[], { horizontal }: Rulings): readonly Element[] {
  const segments = segmentsOf(elements);
  const names = segments.filter((segment) => /^algor/iu.test(segment.runs[0]!.text) && NAME.test(lineText(segment)));
  if (names.length === 0) return elements;
  return names.reduce<readonly Element[]>((rest, name) => {
    const area = areaBelow(name, horizontal);
    if (!area || segments.some((other) => isBeside(other, name, area))) return rest;
    const own = rest.filter((element) => isWithin(element, area));
    const rows = textRows(segmentsOf(own));
    if (rows.length < LEAST_LINES) return rest;
    return [...rest.filter((element) => !own.includes(element)), atomOf(own, rows, area)];
  }, elements);
}

/** Whether a text stands beside a name between the same rulings, as in a row of a table. */
const isBeside = (other: Segment, name: Segment, { from, to }: Area): boolean =>
  other !== name && isNear(other.baseline, name.baseline, END_PT) && other.x0 > from - END_PT && other.x1 < to + END_PT;

function areaBelow({ x0, x1, baseline, size }: Segment, horizontal: readonly Ruling[]): Area | undefined {
  const around = horizontal.filter(({ from, to }) => from < x0 + END_PT && to > x1 - END_PT);
  const above = around.filter(({ at }) => at < baseline).sort((a, b) => b.at - a.at)[0];
  if (!above || baseline - above.at > EM.ruling * size) return undefined;
  const [top, bottom] = around
    .filter(({ at, from, to }) => at > baseline && isNear(from, above.from, END_PT) && isNear(to, above.to, END_PT))
    .sort((a, b) => a.at - b.at);
  if (!top || !bottom || top.at - baseline > EM.ruling * size) return undefined;
  return { from: top.from, to: top.to, top: top.at, bottom: bottom.at };
}

const isWithin = (element: Element, { from, to, top, bottom }: Area): boolean =>
  element.x0 > from - END_PT && element.x1 < to + END_PT && centerY(element) > top && centerY(element) < bottom;

/** A line, or a part of one, and where it stands. */
interface Piece {
  readonly x0: number;
  readonly y: number;
  readonly text: string;
}

function atomOf(own: readonly Element[], rows: readonly TextRow[], { from, to }: Area): Atom {
  const { size } = segmentsOf(own)[0]!;
  const texts = rows.map((row) => ({
    x0: row.segments[0]!.x0,
    y: centerY(row),
    text: textOf(joinSegments(row.segments)),
  }));
  const pieces = [...texts, ...own.filter(isAtom).flatMap(formulasOf)].sort((a, b) => a.y - b.y);
  const lines = stretchesOf(pieces, (line, { y }) => y - line[0]!.y < EM.line * size).map((line) =>
    line.sort((a, b) => a.x0 - b.x0),
  );
  const left = Math.min(...pieces.map((piece) => piece.x0));
  const text = lines
    .map((line) => '  '.repeat(Math.round((line[0]!.x0 - left) / size)) + line.map((piece) => piece.text).join('  '))
    .join('\n');
  const { x0, y0, x1, y1 } = boundsOf(own);
  const block: CodeBlock = { kind: 'code', text, box: [x0, y0, x1, y1], column: [from, to] };
  return { kind: 'figure', x0, y0, x1, y1, contents: [{ kind: 'blocks', blocks: [block] }] };
}

/** A line without markup: scripts and formulas as they would be typed, and remarks behind some space. */
function textOf(line: Line): string {
  const remark = line.runs.findIndex(
    (run, index) => index > 0 && run.x0 - line.runs[index - 1]!.x1 > EM.remark * line.size,
  );
  const write = (part: Line): string =>
    inlinesOfLine(part, 'scripts')
      .map((span) => {
        if (span.latex !== undefined) return typed(span.latex);
        return `${span.sub ? '_' : span.sup ? '^' : ''}${span.text}`;
      })
      .join('')
      .trim();
  if (remark < 0) return write(line);
  return `${write({ ...line, runs: line.runs.slice(0, remark) })}  ${write({ ...line, runs: line.runs.slice(remark) })}`;
}

/** Formulas that were taken out of their lines. */
const formulasOf = ({ contents }: Atom): Piece[] =>
  contents
    .flatMap((content) => (content.kind === 'blocks' ? content.blocks : []))
    .flatMap((block) => {
      if (block.kind !== 'formula') return [];
      const rect = rectOf(block.box);
      return [{ x0: rect.x0, y: centerY(rect), text: typed(block.latex) }];
    });

/** LaTeX as it would be typed: `p ← i_end` of `p \\leftarrow i_{end}`. */
const typed = (latex: string): string =>
  latex
    .replaceAll(/\\(?:mathrm|mathbf|mathit|mathcal|text|operatorname)\{([^{}]*)\}/gu, '$1')
    .replaceAll(/\\([A-Za-z]+) ?/gu, (_, command: string) => `${charOf(command) ?? command} `)
    .replaceAll(/([_^])\{(\w+)\}/gu, '$1$2')
    .replaceAll(/\\([{}&%#_ ])/gu, '$1')
    .replaceAll(/ +/gu, ' ')
    .trim();
