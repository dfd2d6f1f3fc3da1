import { expect, test } from 'vitest';
import { readChartEx } from '../../src/ooxml/chart-ex.ts';
import type { Block } from '../../src/document.ts';
import { plainText } from '../../src/flow/inlines.ts';
import { inlinesOf } from '../../src/flow/inlines.ts';
import { parseXml } from '../../src/xml/parse.ts';

const points = (values: readonly (string | number)[]): string =>
  values.map((value, n) => `<cx:pt idx="${n}">${value}</cx:pt>`).join('');
const level = (values: readonly (string | number)[], format = 'General'): string =>
  `<cx:lvl ptCount="${values.length}" formatCode="${format}">${points(values)}</cx:lvl>`;
const named = (name: string): string => `<cx:tx><cx:txData><cx:v>${name}</cx:v></cx:txData></cx:tx>`;

function read(data: string, chart: string): readonly Block[] {
  const xml = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><cx:chartData>${data}</cx:chartData><cx:chart>${chart}</cx:chart></cx:chartSpace>`;
  return readChartEx(parseXml(Buffer.from(xml), 256));
}

const tableOf = (blocks: readonly Block[]): string[][] => {
  const table = blocks.find(({ kind }) => kind === 'table');
  return table?.kind === 'table'
    ? table.rows.map((row) =>
        row.map(({ blocks: inner }) => inner.map((block) => plainText(inlinesOf(block))).join('')),
      )
    : [];
};

test.each(['funnel', 'waterfall', 'clusteredColumn', 'boxWhisker', 'paretoLine'])(
  'a chart of layout %s is its title and its data',
  (layout) => {
    const blocks = read(
      `<cx:data id="0"><cx:strDim type="cat">${level(['Leads', 'Offers'])}</cx:strDim><cx:numDim type="val">${level([500, 0.1 + 0.2])}</cx:numDim></cx:data>`,
      `<cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Sales</a:t></a:r><a:r><a:t> funnel</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="${layout}">${named('Deals')}<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea>`,
    );
    expect(plainText(inlinesOf(blocks[0]!))).toBe('Sales funnel');
    expect(tableOf(blocks)).toEqual([
      ['', 'Deals'],
      ['Leads', '500'],
      ['Offers', '0.3'],
    ]);
  },
);

test('levels of categories are columns, the outermost first, as in treemaps and sunbursts', () => {
  const blocks = read(
    `<cx:data id="0"><cx:strDim type="cat">${level(['Apple', 'Leek'])}${level(['Fruit', 'Greens'])}</cx:strDim><cx:numDim type="size">${level([0.25, 0.75], '0%')}</cx:numDim></cx:data>`,
    `<cx:plotArea><cx:plotAreaRegion><cx:series layoutId="sunburst">${named('Share')}<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea>`,
  );
  expect(tableOf(blocks)).toEqual([
    ['', '', 'Share'],
    ['Fruit', 'Apple', '25%'],
    ['Greens', 'Leek', '75%'],
  ]);
});

test('series of the same categories share a table, hidden ones are left out', () => {
  const data = (id: number, values: readonly number[]): string =>
    `<cx:data id="${id}"><cx:strDim type="cat">${level(['A', 'B'])}</cx:strDim><cx:numDim type="val">${level(values)}</cx:numDim></cx:data>`;
  const series = (id: number, attributes = ''): string =>
    `<cx:series layoutId="boxWhisker"${attributes}>${named(`S${id}`)}<cx:dataId val="${id}"/></cx:series>`;
  const blocks = read(
    data(0, [1, 2]) + data(1, [3, 4]) + data(2, [5, 6]),
    `<cx:plotArea><cx:plotAreaRegion>${series(0)}${series(1)}${series(2, ' hidden="1"')}</cx:plotAreaRegion></cx:plotArea>`,
  );
  expect(tableOf(blocks)).toEqual([
    ['', 'S0', 'S1'],
    ['A', '1', '3'],
    ['B', '2', '4'],
  ]);
});

test('a chart without data is nothing', () => {
  expect(read('', '<cx:plotArea/>')).toEqual([]);
});
