import type { Block } from '../document.ts';
import { textCell } from '../flow/text-table.ts';
import { childOf, childrenOf, descend, elementsOf, findAll, findFirst, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Points that a chart's table shows at most; a chart of more is a picture of data that its sheet holds. */
const POINTS = 2000;

/**
 * A chart's title and cached values as a table: categories down, series across (ECMA-376 part 1, 21.2). `root` is
 * c:chartSpace. Titles alone when nothing is cached.
 */
export function readChart(root: XmlElement): Block[] {
  const chart = childOf(root, 'c:chart');
  const title = readTitle(childOf(chart, 'c:title'));
  const blocks: Block[] =
    title === '' ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text: title, bold: true }] }];
  const series = elementsOf(descend(chart, 'c:plotArea')).flatMap((plot) => childrenOf(plot, 'c:ser'));
  const columns = series.map((entry, n) => ({
    name: [...findAll(childOf(entry, 'c:tx'), 'c:v')].map(textOf).join(' ') || `Series ${n + 1}`,
    values: readCache(childOf(entry, 'c:val') ?? childOf(entry, 'c:yVal')),
  }));
  const first = series.map((entry) => childOf(entry, 'c:cat') ?? childOf(entry, 'c:xVal')).find((found) => found);
  const categories = readCache(first);
  const count = Math.min(POINTS, Math.max(categories.length, ...columns.map(({ values }) => values.length)));
  const { across, up } = readAxes(chart);
  const above = [count > 0 ? '' : across, up].filter((text) => text !== '').join(', ');
  if (above !== '') blocks.push({ kind: 'paragraph', content: [{ kind: 'text', text: above }] });
  if (count === 0) return blocks;
  const rows = [[textCell(across), ...columns.map(({ name }) => textCell(name))]];
  for (let i = 0; i < count; i++)
    rows.push([textCell(categories[i] ?? String(i + 1)), ...columns.map(({ values }) => textCell(values[i] ?? ''))]);
  return [...blocks, { kind: 'table', rows, headerRows: 1 }];
}

/**
 * The titles of the axes of categories, which heads their column, and of values, with its unit, which stands above the
 * table. In a scatter chart both axes are of values, and the first is that of the categories.
 */
function readAxes(chart: XmlElement | undefined): { across: string; up: string } {
  const axes = elementsOf(descend(chart, 'c:plotArea')).filter(({ name }) => /^c:(?:cat|date|val)Ax$/.test(name));
  const byCategory = axes.find(({ name }) => name !== 'c:valAx') ?? axes[0];
  const titles = axes
    .filter((axis) => axis !== byCategory)
    .map((axis) => readTitle(childOf(axis, 'c:title')))
    .filter((title) => title !== '');
  return { across: readTitle(childOf(byCategory, 'c:title')), up: [...new Set(titles)].join(', ') };
}

function readTitle(title: XmlElement | undefined): string {
  const paragraphs = [...findAll(title, 'a:p')].map((paragraph) => [...findAll(paragraph, 'a:t')].map(textOf).join(''));
  return (paragraphs.length > 0 ? paragraphs : [...findAll(title, 'c:v')].map(textOf))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Cached points by index; several levels of categories are joined, the outermost first. */
function readCache(source: XmlElement | undefined): string[] {
  const levels = [...findAll(source, 'c:lvl')];
  if (levels.length > 0) {
    const inner = readPoints(levels[0]);
    const outer = levels.slice(1).map(readPoints);
    return inner.map((value, i) =>
      [...outer.map((points) => points.slice(0, i + 1).findLast((point) => point) ?? '').reverse(), value]
        .filter((part) => part !== '')
        .join(' '),
    );
  }
  return readPoints(findFirst(source, 'c:numCache', 'c:strCache', 'c:numLit', 'c:strLit'));
}

function readPoints(cache: XmlElement | undefined): string[] {
  const points: string[] = [];
  const percent = /%/.test(textOf(childOf(cache, 'c:formatCode')));
  for (const point of childrenOf(cache, 'c:pt')) {
    const index = Number(point.attributes['idx']);
    if (!Number.isInteger(index) || index < 0 || index >= POINTS) continue;
    points[index] = formatNumber(textOf(childOf(point, 'c:v')), percent);
  }
  return Array.from(points, (point) => point ?? '');
}

/** Caches hold binary fractions in full (0.30000000000000004): 12 digits say what was meant. */
function formatNumber(text: string, percent: boolean): string {
  if (!/^-?(?:\d+(?:\.\d+)?|\.\d+)(?:E[-+]?\d+)?$/i.test(text)) return text;
  const value = Number(text);
  return percent
    ? `${Number((value * 100).toPrecision(12))}%`
    : text.length > 12
      ? String(Number(value.toPrecision(12)))
      : text;
}
