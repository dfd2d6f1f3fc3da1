import { expect, test } from 'vitest';
import { detect } from '../../src/detect.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const DOT = 'R0lGODlhAQABAAAAACw=';
const notebook = (cells: readonly object[], language = 'python'): string =>
  JSON.stringify({ cells, metadata: { language_info: { name: language } }, nbformat: 4, nbformat_minor: 5 });
const code = (source: string, ...outputs: object[]): object => ({ cell_type: 'code', source, outputs });
const data = (forms: object): object => ({ output_type: 'display_data', data: forms });
const read = async (...cells: object[]): Promise<string> => (await readDocument(makeSource(notebook(cells)))).markdown;

test('Markdown stays as it is, code has its language, text of outputs is fenced', async () => {
  const file = makeSource(
    notebook(
      [
        { cell_type: 'markdown', source: ['# *T*\n', '\n', '- a'] },
        code('x = 1', { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] }),
        { cell_type: 'raw', source: 'raw' },
      ],
      'julia',
    ),
  );
  expect(await detect(file)).toBe('ipynb');
  expect((await readDocument(file)).markdown).toBe(
    '# *T*\n\n- a\n\n```julia\nx = 1\n```\n\n```\na\nb\n```\n\n```\nraw\n```\n',
  );
});

test.each([
  ['Markdown before all', data({ 'text/plain': 'p', 'text/html': '<b>h</b>', 'text/markdown': '**m**' }), '**m**\n'],
  ['formulas', data({ 'text/plain': 'p', 'text/latex': '$\\displaystyle x^2$' }), '$$x^2$$\n'],
  ['a picture before its text', data({ 'text/plain': '<Figure>', 'image/gif': DOT }), '<!-- image -->\n'],
  [
    'tables of HTML',
    data({
      'text/plain': 'a',
      'text/html': '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    }),
    '| a | b |\n| - | - |\n| 1 | 2 |\n',
  ],
  [
    'plain text where the HTML shows nothing',
    data({ 'text/plain': 'Plot()', 'text/html': '<div><script>x</script></div>' }),
    '```\nPlot()\n```\n',
  ],
  ['JSON', data({ 'application/json': { a: 1 } }), '```json\n{\n  "a": 1\n}\n```\n'],
  [
    'errors without colours',
    { output_type: 'error', ename: 'E', traceback: ['\u001b[31mE\u001b[0m', 'line'] },
    '```\nE\nline\n```\n',
  ],
  [
    'what backspaces leave of progress bars',
    { output_type: 'stream', text: '1/9 [>..]\b\b\b\b\b\b\b\b\b9/9 [===]\n\bdone\n' },
    '```\n9/9 [===]\ndone\n```\n',
  ],
  ['progress bars as they end', { output_type: 'stream', text: ' 1%\r50%\r100%\ndone\r\n' }, '```\n100%\ndone\n```\n'],
])('of the forms of an output: %s', async (_, output, markdown) => {
  expect(await read(code('', output))).toBe(markdown);
});

test('pictures of outputs, attachments and data addresses are artifacts', async () => {
  const cells = [
    {
      cell_type: 'markdown',
      source: `![A](attachment:a.gif) ![B](data:image/gif;base64,${DOT}) ![C](attachment:gone.gif)`,
      attachments: { 'a.gif': { 'image/gif': DOT } },
    },
    code('plot()', data({ 'image/svg+xml': ['<svg ', '/>'] })),
  ];
  const file = makeSource(notebook(cells));
  const { markdown, assets, summary } = await readDocument(file, { includeImages: true });
  expect(markdown).toBe(
    '![A](image-1.gif) ![B](image-2.gif) <!-- image: C -->\n\n```python\nplot()\n```\n\n![](image-3.svg)\n',
  );
  expect(assets.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['image-1.gif', 14],
    ['image-2.gif', 14],
    ['image-3.svg', 7],
  ]);
  expect(summary.warnings).toMatchObject([{ kind: 'image-missing', detail: 'gone.gif' }]);
  expect((await readDocument(file)).markdown).toContain('<!-- image: A --> <!-- image: B -->');
});

test('notebooks of format 3 have worksheets', async () => {
  const old = JSON.stringify({
    metadata: { name: '' },
    nbformat: 3,
    worksheets: [
      {
        cells: [
          { cell_type: 'heading', level: 2, source: 'H' },
          { cell_type: 'code', input: '1 + 1', language: 'python', outputs: [{ output_type: 'pyout', text: ['2'] }] },
        ],
      },
    ],
  });
  expect((await readDocument(makeSource(old))).markdown).toBe('## H\n\n```python\n1 + 1\n```\n\n```\n2\n```\n');
});

test('what is left out is a warning', async () => {
  const { markdown, summary } = await readDocument(
    makeSource(
      notebook([
        code('', data({ 'application/vnd.plotly.v1+json': {} })),
        { cell_type: 'new' },
        'x' as unknown as object,
      ]),
    ),
  );
  expect(markdown).toBe('');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(['output-left-out', 'cell-skipped']);
});

test('a broken notebook, and one that is too large to be parsed, are named failures', async () => {
  const file = makeSource('{"cells": [], "nbformat": 4,');
  await expect(readDocument(file)).rejects.toMatchObject({ code: 'corrupt_document' });
  const large = makeSource(notebook([code('x'.repeat(100_000))]));
  await expect(readDocument(large, { limits: { expandedBytes: 1_000_000 } })).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
});

test('widgets show what their saved state holds, with what they contain', async () => {
  const model = (name: string, state: object): object => ({ model_name: `${name}Model`, state });
  const children = (...ids: string[]): object => ({ children: ids.map((id) => `IPY_MODEL_${id}`) });
  const state = {
    tabs: model('Tab', { ...children('out', 'box'), titles: ['First', 'Second'] }),
    out: model('Output', { outputs: [{ output_type: 'stream', text: 'hi there' }] }),
    box: model('HBox', children('label', 'slider', 'choice', 'html', 'box', 'gone')),
    label: model('Label', { value: 'a < b' }),
    slider: model('IntSlider', { description: 'Rate:', value: 7 }),
    choice: model('Dropdown', { description: 'Town:', _options_labels: ['Oslo', 'Rome'], index: 1 }),
    html: model('HTML', { value: '<b>100%</b>' }),
  };
  const view = (id: string): object =>
    data({ 'application/vnd.jupyter.widget-view+json': { model_id: id }, 'text/plain': `Shown(${id})` });
  const saved = JSON.stringify({
    nbformat: 4,
    cells: [code('', view('tabs'), view('unsaved'))],
    metadata: { widgets: { 'application/vnd.jupyter.widget-state+json': { state } } },
  });
  expect((await readDocument(makeSource(saved))).markdown).toMatch(
    /^\*\*First\*\*\n\n```\nhi there\n```\n\n\*\*Second\*\*\n\na < b\n\nRate: 7\n\nTown: Rome\n\n\*\*100%\*\*\n[^]*```\nShown\(unsaved\)\n```\n$/,
  );
});
