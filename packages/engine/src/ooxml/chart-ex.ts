import type { Block } from '../document.ts';
import { textCell } from '../flow/text-table.ts';
import { childOf, childrenOf, descend, findAll, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Points that a chart's table shows at most. */
const POINTS = 2000;

/**
 * A chart of Office 2016 (funnel, waterfall, treemap, sunburst, box and whisker, histogram, map) as its title and a
 * table of its data (MS-ODRAWXML 2.24.3): categories down, a column for each level of them, then one for each series.
 * `root` is cx:chartSpace.
 */
export function readChartEx(root: XmlElement): Block[] {
  const chart = childOf(root, 'cx:chart');
  const title = textIn(childOf(chart, 'cx:title'));
  const blocks: Block[] =
    title === '' ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text: title, bold: true }] }];
  const data = new Map(
    childrenOf(childOf(root, 'cx:chartData'), 'cx:data').map((each) => [each.attributes['id'] ?? '', each]),
  );
  const series = [...findAll(chart, 'cx:series')]
    .filter(({ attributes }) => !/^(?:1|true)$/.test(attributes['hidden'] ?? ''))
    .map((each, n) => ({
      name: textIn(childOf(each, 'cx:tx')) || `Series ${n + 1}`,
      data: data.get(childOf(each, 'cx:dataId')?.attributes['val'] ?? ''),
    }));
  for (const [categories, group] of groupByCategories(series)) {
    const columns = group.map(({ name, data: own }) => ({ name, values: levelsOf(own, 'cx:numDim')[0] ?? [] }));
    const count = Math.min(POINTS, Math.max(0, ...[...categories, ...columns.map(({ values }) => values)].map(length)));
    if (count === 0) continue;
    const heads = [...categories.map(() => ''), ...columns.map(({ name }) => name)];
    const rows = Array.from({ length: count }, (_, row) =>
      [...categories.map((level) => level[row] ?? ''), ...columns.map(({ values }) => values[row] ?? '')].map(textCell),
    );
    blocks.push({ kind: 'table', rows: [heads.map(textCell), ...rows], headerRows: 1 });
  }
  return blocks;
}

interface Series {
  readonly name: string;
  readonly data: XmlElement | undefined;
}

/** Series of the same categories share a table; the outermost level of categories comes first. */
function groupByCategories(series: readonly Series[]): readonly (readonly [string[][], Series[]])[] {
  const groups = new Map<string, [string[][], Series[]]>();
  for (const each of series) {
    const categories = levelsOf(each.data, 'cx:strDim').toReversed();
    const key = JSON.stringify(categories);
    const group = groups.get(key) ?? [categories, []];
    group[1].push(each);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function levelsOf(data: XmlElement | undefined, dimension: string): string[][] {
  return childrenOf(childOf(data, dimension), 'cx:lvl').map((level) => {
    const percent = /%/.test(level.attributes['formatCode'] ?? '');
    const points: string[] = [];
    for (const { attributes, ...point } of childrenOf(level, 'cx:pt')) {
      const index = Number(attributes['idx']);
      if (!Number.isInteger(index) || index < 0 || index >= POINTS) continue;
      points[index] = shown(textOf({ attributes, ...point }), percent);
    }
    return Array.from(points, (point) => point ?? '');
  });
}

/** Binary fractions in full (0.30000000000000004) are rounded to what was meant. */
function shown(text: string, percent: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  return percent ? `${Number((value * 100).toPrecision(12))}%` : String(Number(value.toPrecision(12)));
}

/** The text of a title or a name: rich text, or the value of the cell that it refers to. */
function textIn(element: XmlElement | undefined): string {
  const rich = [...findAll(element, 'a:p')].map((paragraph) => [...findAll(paragraph, 'a:t')].map(textOf).join(''));
  const text =
    rich.length > 0
      ? rich.join(' ')
      : textOf(descend(element, 'cx:tx', 'cx:txData', 'cx:v') ?? descend(element, 'cx:txData', 'cx:v'));
  return text.replaceAll(/\s+/g, ' ').trim();
}

const length = (values: readonly string[]): number => values.length;
