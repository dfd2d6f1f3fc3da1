import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow } from '../flow/flow.ts';
import type { FormatReader } from '../format-reader.ts';
import type { SheetRow } from '../sheets/source.ts';
import { streamTable } from '../sheets/stream-table.ts';
import type { TableStream } from '../sheets/stream-table.ts';
import { detectEncoding, readText } from '../text/decode.ts';
import { sniffDialect, STATED_DELIMITER } from './dialect.ts';
import { partTables } from './parts.ts';
import type { CsvRow } from './parts.ts';
import { RecordParser } from './records.ts';
import { titlesAbove } from './titles.ts';

/** Records that decide how many columns the table has. */
const FIRST_ROWS = 1000;
const SAMPLE = 64 * 1024;

/**
 * Reads CSV and its kin, streaming: as one table, or as several where empty records part them. The first record below a
 * title is the header.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const encoding = await detectEncoding(file);
  const rows = collectRows(flow);
  let parser: RecordParser | undefined;
  let held = '';
  const begin = (): RecordParser => {
    const begun = new RecordParser(sniffDialect(held.slice(0, SAMPLE)));
    held = held.replace(STATED_DELIMITER, '');
    return begun;
  };
  for await (const text of readText(file, encoding)) {
    held += text;
    if (!parser && held.length < SAMPLE) continue;
    parser ??= begin();
    for (const record of parser.write(held)) await rows.add(record);
    held = '';
  }
  parser ??= begin();
  for (const record of [...parser.write(held), ...parser.end()]) await rows.add(record);
  await rows.end();
});

interface Rows {
  add(record: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

/** Empty columns at the sides and empty rows at the end are left out: delimiters that a program wrote for nothing. */
function collectRows(flow: Flow): Rows {
  let first: CsvRow[] = [];
  let empty = 0;
  let isApart = false;
  let row = 0;
  let stream: TableStream | undefined;
  const begin = async (): Promise<TableStream> => {
    const { titles, table } = titlesAbove(first);
    for (const text of titles) await flow.add({ kind: 'paragraph', content: [{ kind: 'text', text }] });
    let begun: TableStream | undefined;
    for (const part of titles.length > 0 ? [table] : partTables(table)) {
      await begun?.end();
      begun = streamTable(part, flow);
      for (const early of part) await begun.row(early);
    }
    first = [];
    return begun ?? streamTable([], flow);
  };
  const put = async (cells: SheetRow['cells']): Promise<void> => {
    const next: CsvRow = { row: row++, cells, isApart };
    isApart = false;
    if (stream) await stream.row(next);
    else if (first.push(next) >= FIRST_ROWS) stream = await begin();
  };
  return {
    async add(record) {
      if (record.length === 0) {
        isApart = true;
        return;
      }
      const cells = filledCells(record);
      if (cells.length === 0) {
        empty++;
        return;
      }
      for (; empty > 0; empty--) await put([]);
      await put(cells);
    },
    async end() {
      stream ??= await begin();
      await stream.end();
    },
  };
}

const filledCells = (record: readonly string[]): SheetRow['cells'] =>
  record.map((text, column) => ({ column, text: text.trim() })).filter(({ text }) => text !== '');
