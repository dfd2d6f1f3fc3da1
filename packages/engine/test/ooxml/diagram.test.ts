import { expect, test } from 'vitest';
import { plainParagraph } from '../../src/docx/drawing.ts';
import { readDiagram } from '../../src/ooxml/diagram.ts';
import { parseXml } from '../../src/xml/parse.ts';
import { writeBlocks } from '../../src/markdown/write.ts';

const NAMESPACES =
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const point = (id: string, ...paragraphs: string[]): string =>
  `<dgm:pt modelId="${id}"><dgm:t>${paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</dgm:t></dgm:pt>`;
const below = (parent: string, child: string, order: number, type = ''): string =>
  `<dgm:cxn modelId="${parent}${child}" srcId="${parent}" destId="${child}" srcOrd="${order}" destOrd="0"${type}/>`;

const read = (points: string, connections: string): string =>
  writeBlocks(
    readDiagram(
      parseXml(
        Buffer.from(
          `<dgm:dataModel ${NAMESPACES}><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`,
        ),
        100,
      ),
      plainParagraph,
    ),
  );

test('the points of a SmartArt drawing stand as its connections order and nest them', () => {
  const points = point('c', 'Third') + point('a', 'First', 'line') + point('b1', 'Inner') + point('b', 'Second');
  const connections =
    below('0', 'c', 2) +
    below('0', 'a', 0) +
    below('0', 'b', 1) +
    below('b', 'b1', 0) +
    below('0', 'b1', 0, ' type="presOf"');
  expect(read(points, connections)).toBe('- First line\n- Second\n    - Inner\n- Third');
});

test('points without connections, and those that go in a circle, are read once', () => {
  const points = point('a', 'One') + point('b', 'Two') + point('c', 'Three');
  expect(read(points, below('a', 'b', 0) + below('b', 'a', 0))).toBe('- One\n    - Two\n- Three');
});
