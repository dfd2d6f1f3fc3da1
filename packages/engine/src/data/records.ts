import { parse } from 'yaml';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { readText } from '../text/decode.ts';

/** A record whose values are single: each is the text that the file writes for it; null is empty. */
export type FlatRecord = Readonly<Record<string, string>>;

/** A longer file is not parsed: all of its records would be held at once. */
const PARSED_BYTES = { json: 32 * 1024 * 1024, yaml: 1024 * 1024 } as const;
/** More columns than this, or a grid that is mostly empty, is no table. */
const COLUMNS = 100;
const FILLED = 0.25;

/** The records of a file that is a list of at least two flat ones of much the same keys; otherwise undefined. */
export async function readRecords(
  file: SourceFile,
  encoding: string,
  format: 'json' | 'yaml',
  limits: Limits,
): Promise<readonly FlatRecord[] | undefined> {
  if (file.bytes > PARSED_BYTES[format]) return undefined;
  let text = '';
  for await (const piece of readText(file, encoding)) text += piece;
  const list = format === 'json' ? parseJson(text) : parseYaml(text);
  const records = Array.isArray(list) && list.length > 1 ? list.map(flatRecord) : [];
  return isTable(records, limits) ? records : undefined;
}

function parseJson(text: string): unknown {
  const values = text.trimStart().startsWith('[') ? [text] : text.split(/\r?\n/).filter((line) => line.trim() !== '');
  try {
    const parsed = values.map((value) => JSON.parse(value, keepNumbers) as unknown);
    return parsed.length === 1 ? parsed[0] : parsed;
  } catch {
    return undefined;
  }
}

/** Numbers as they are written: 1.50 and large ones would change otherwise. */
function keepNumbers(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}

function parseYaml(text: string): unknown {
  if (!/^(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n|---(?:[ \t]|(?=\r?\n)))*[ \t]*- /.test(text.slice(0, 10_000)))
    return undefined;
  try {
    // Without types every value stays the text that it is; aliases are not followed.
    return parse(text, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' }) as unknown;
  } catch {
    return undefined;
  }
}

function flatRecord(value: unknown): FlatRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, field] of Object.entries(value)) {
    if (typeof field === 'object' && field !== null) return undefined;
    record[key] = field === null ? '' : String(field);
  }
  return record;
}

function isTable(records: readonly (FlatRecord | undefined)[], limits: Limits): records is readonly FlatRecord[] {
  const keys = new Set<string>();
  let cells = 0;
  for (const record of records) {
    if (!record) return false;
    for (const key in record) {
      keys.add(key);
      cells++;
    }
    if (keys.size > COLUMNS) return false;
  }
  const grid = keys.size * records.length;
  return grid > 0 && grid <= limits.cells && cells >= grid * FILLED;
}
