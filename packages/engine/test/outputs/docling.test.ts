import { describe, expect, it } from 'vitest';
import { DoclingJson } from '../../src/outputs/docling/docling-json.ts';
import type { OutputBlock } from '../../src/outputs/output-block.ts';

interface Read {
  readonly name: string;
  readonly origin?: object;
  readonly body: { readonly children: readonly { readonly $ref: string }[] };
  readonly texts: readonly Record<string, unknown>[];
  readonly groups: readonly Record<string, unknown>[];
  readonly pictures: readonly Record<string, unknown>[];
  readonly tables: readonly (Record<string, unknown> & {
    readonly data: { readonly table_cells: readonly Record<string, unknown>[]; readonly num_rows: number };
  })[];
  readonly pages: object;
}

const SOURCE = { name: 'survey.pdf', sha256: 'f'.repeat(64) };

function write(blocks: readonly Partial<OutputBlock>[], source: typeof SOURCE | undefined = SOURCE): Read {
  const writer = new DoclingJson({ format: 'pdf', pageCount: 1, pageRange: { start: 1, end: 1 } }, source);
  writer.page({ page: 1, width: 612, height: 792 });
  let text = writer.begin();
  for (const block of blocks)
    text += writer.block({ role: 'paragraph', page: 1, start: 0, end: 1, text: '', markdown: '', ...block });
  for (const piece of writer.end()) text += piece;
  return JSON.parse(text) as Read;
}

const row = (...texts: readonly string[]): { text: string }[] => texts.map((text) => ({ text }));
const refs = (item: Record<string, unknown> | undefined, name: string): string[] =>
  ((item?.[name] ?? []) as { $ref: string }[]).map(({ $ref }) => $ref);

describe('a DoclingDocument', () => {
  it('names its source and its pages', () => {
    const { name, origin, pages } = write([]);
    expect({ name, origin, pages }).toEqual({
      name: 'survey',
      origin: { mimetype: 'application/pdf', filename: 'survey.pdf', binary_hash: 2 ** 52 - 1 },
      pages: { 1: { page_no: 1, size: { width: 612, height: 792 } } },
    });
  });

  it('has titles, headings, code, formulas and notes by their labels, with the boxes that they have', () => {
    const { texts } = write([
      { role: 'heading', level: 1, text: 'Survey', boxes: [{ page: 1, box: [72, 80, 200, 98] }] },
      { role: 'heading', level: 3, text: 'Depths' },
      { role: 'code', text: 'x = 1', language: 'py' },
      { role: 'code', text: '...', language: 'brainfuck' },
      { role: 'formula', text: 'x^2' },
      { role: 'footnote', text: 'Measured at low tide.' },
      { role: 'separator' },
      { role: 'quote', text: 'Mind the gap.' },
    ]);
    expect(texts.map(({ label, level, code_language }) => [label, level ?? code_language])).toEqual([
      ['title', undefined],
      ['section_header', 2],
      ['code', 'Python'],
      ['code', 'unknown'],
      ['formula', undefined],
      ['footnote', undefined],
      ['text', undefined],
    ]);
    const bbox = { l: 72, t: 80, r: 200, b: 98, coord_origin: 'TOPLEFT' };
    expect(texts[0]!['prov']).toEqual([{ page_no: 1, bbox, charspan: [0, 6] }]);
  });

  it('has a list in an item as a group below that item, and lists of another kind as lists of their own', () => {
    const items = [
      [1, false, 'Quays'],
      [2, true, 'North quay'],
      [2, true, 'South quay'],
      [1, false, 'Basins'],
      [1, true, 'First of another list'],
    ] as const;
    const { body, groups, texts } = write([
      ...items.map(([level, ordered, text]) => ({ role: 'list-item' as const, level, ordered, text })),
      { text: 'Between' },
      { role: 'list-item', level: 1, ordered: true, text: 'Alone', label: 'IV.' },
    ]);
    expect(groups.map((group) => [group['parent'], refs(group, 'children')])).toEqual([
      [{ $ref: '#/body' }, ['#/texts/0', '#/texts/3']],
      [{ $ref: '#/texts/0' }, ['#/texts/1', '#/texts/2']],
      [{ $ref: '#/body' }, ['#/texts/4']],
      [{ $ref: '#/body' }, ['#/texts/6']],
    ]);
    expect(refs(texts[0], 'children')).toEqual(['#/groups/1']);
    expect(texts.map(({ marker }) => marker)).toEqual(['-', '1.', '2.', '-', '1.', undefined, 'IV.']);
    expect(body.children.map(({ $ref }) => $ref)).toEqual(['#/groups/0', '#/groups/2', '#/texts/5', '#/groups/3']);
  });

  it('places cells behind those that reach down or across, and the rows of blocks that go on below', () => {
    const { tables } = write([
      {
        role: 'table',
        headerRows: 1,
        rows: [
          [
            { text: 'Place', rowSpan: 2 },
            { text: 'Depth', colSpan: 2 },
          ],
          row('low', 'high'),
          row('Basin', '1', '2'),
        ],
      },
      { role: 'table', headerRows: 0, continues: true, rows: [row('Quay', '3', '4')] },
      { role: 'table', headerRows: 0, rows: [row('alone')] },
    ]);
    expect(tables.map(({ data }) => [data.num_rows, (data as { num_cols?: number }).num_cols])).toEqual([
      [4, 3],
      [1, 1],
    ]);
    const places = tables[0]!.data.table_cells.map((cell) => [
      cell['text'],
      cell['start_row_offset_idx'],
      cell['start_col_offset_idx'],
      cell['end_row_offset_idx'],
      cell['end_col_offset_idx'],
      cell['column_header'],
    ]);
    expect(places).toEqual([
      ['Place', 0, 0, 2, 1, true],
      ['Depth', 0, 1, 1, 3, true],
      ['low', 1, 1, 2, 2, false],
      ['high', 1, 2, 2, 3, false],
      ['Basin', 2, 0, 3, 1, false],
      ['1', 2, 1, 3, 2, false],
      ['2', 2, 2, 3, 3, false],
      ['Quay', 3, 0, 4, 1, false],
      ['3', 3, 1, 4, 2, false],
      ['4', 3, 2, 4, 3, false],
    ]);
  });

  it('gives captions to the picture above or the table below, else to the one that is there', () => {
    const table = { role: 'table' as const, headerRows: 0, rows: [row('a')] };
    const caption = { role: 'caption' as const, text: 'A caption' };
    const owners = (blocks: readonly Partial<OutputBlock>[]) => {
      const { tables, pictures } = write(blocks);
      return [...pictures, ...tables].map((item) => refs(item, 'captions').length);
    };
    expect(owners([{ role: 'figure' }, caption, table])).toEqual([1, 0]);
    expect(owners([{ role: 'figure' }, caption, caption, table])).toEqual([1, 1]);
    expect(owners([table, caption, table])).toEqual([0, 1]);
    expect(owners([table, caption, { text: 'Text' }, table])).toEqual([1, 0]);
    expect(owners([table, caption])).toEqual([1]);
    expect(owners([table, { text: 'Text' }, caption, { text: 'Text' }])).toEqual([0]);
  });
});
