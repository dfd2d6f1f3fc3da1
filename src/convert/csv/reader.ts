import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import type { SheetRow } from '../sheets/source.ts';
import { streamTable } from '../sheets/stream-table.ts';
import type { TableStream } from '../sheets/stream-table.ts';
import { detectEncoding, readText } from '../text/decode.ts';
import { createRecordParser, sniffDelimiter } from './records.ts';

/** Records that decide how many columns the table has. */
const FIRST_ROWS = 1000;
const SAMPLE = 64 * 1024;

/** Reads CSV and its kin as one table, streaming. The first record is the header. */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const encoding = await detectEncoding(file);
  let first: SheetRow[] = [];
  let stream: TableStream | undefined;
  let row = 0;
  const begin = async (): Promise<TableStream> => {
    const begun = streamTable(first, flow);
    for (const early of first) await begun.row(early);
    first = [];
    return begun;
  };
  const add = async (record: readonly string[]): Promise<void> => {
    const next = { row: row++, cells: record.map((text, column) => ({ column, text: text.trim() })) };
    if (stream) await stream.row(next);
    else if (first.push(next) >= FIRST_ROWS) stream = await begin();
  };
  let parser: ReturnType<typeof createRecordParser> | undefined;
  let held = '';
  for await (const text of readText(file, encoding)) {
    held += text;
    if (!parser && held.length < SAMPLE) continue;
    parser ??= createRecordParser(sniffDelimiter(held.slice(0, SAMPLE)));
    for (const record of parser.write(held)) await add(record);
    held = '';
  }
  parser ??= createRecordParser(sniffDelimiter(held));
  for (const record of [...parser.write(held), ...parser.end()]) await add(record);
  stream ??= await begin();
  await stream.end();
});
