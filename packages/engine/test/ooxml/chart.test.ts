import { expect, test } from 'vitest';
import { writeBlocks } from '../../src/markdown/write.ts';
import { readChart } from '../../src/ooxml/chart.ts';
import { parseXml } from '../../src/xml/parse.ts';

const points = (...values: (string | number)[]): string =>
  values.map((value, n) => `<c:pt idx="${n}"><c:v>${value}</c:v></c:pt>`).join('');
const axis = (kind: string, title: string): string =>
  `<c:${kind}Ax>${title === '' ? '' : `<c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title>`}</c:${kind}Ax>`;

const read = (series: string, axes: string): string =>
  writeBlocks(
    readChart(
      parseXml(
        Buffer.from(
          `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:lineChart><c:ser><c:tx><c:v>Sales</c:v></c:tx>${series}</c:ser></c:lineChart>${axes}</c:plotArea></c:chart></c:chartSpace>`,
        ),
        100,
      ),
    ),
  );

test('the title of the axis of categories heads them, that of the values stands above the table', () => {
  const series = `<c:cat><c:strLit>${points('Q1', 'Q2')}</c:strLit></c:cat><c:val><c:numLit>${points(1, 2)}</c:numLit></c:val>`;
  expect(read(series, axis('val', 'Million euros') + axis('cat', 'Quarter'))).toBe(
    'Million euros\n\n| Quarter | Sales |\n| - | - |\n| Q1 | 1 |\n| Q2 | 2 |',
  );
  expect(read(series, axis('cat', '') + axis('val', ''))).toBe('|  | Sales |\n| - | - |\n| Q1 | 1 |\n| Q2 | 2 |');
});

test('the first axis of a scatter chart is that of its categories', () => {
  const series = `<c:xVal><c:numLit>${points(8, 16)}</c:numLit></c:xVal><c:yVal><c:numLit>${points(1, 2)}</c:numLit></c:yVal>`;
  expect(read(series, axis('val', 'Processes') + axis('val', 'Seconds'))).toBe(
    'Seconds\n\n| Processes | Sales |\n| - | - |\n| 8 | 1 |\n| 16 | 2 |',
  );
});

test('a chart without stored values has the titles of its axes', () => {
  expect(read('<c:val/>', axis('cat', 'Quarter') + axis('val', 'Million euros'))).toBe('Quarter, Million euros');
  expect(read('<c:val/>', axis('cat', '') + axis('val', ''))).toBe('');
});
