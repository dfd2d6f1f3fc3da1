import type { CompoundEntry, CompoundFile } from '../../compound/open-compound.ts';
import { codePageOf, decodeCodePage } from './code-pages.ts';

/** The properties of a message, a recipient or an attachment, by their numbers (MS-OXPROPS). */
export interface MapiProperties {
  text(id: number): Promise<string>;
  bytes(id: number): Promise<Buffer | undefined>;
  number(id: number): number | undefined;
  date(id: number): Date | undefined;
}

/** Those that a file keeps in streams and storages (MS-OXMSG 2.4). */
export interface Properties extends MapiProperties {
  /** The message that an attachment is. */
  storage(id: number): CompoundEntry | undefined;
}

const ENTRY = 16;
const UNICODE = '001f';
const BYTES = '001e';
const BINARY = '0102';
const OBJECT = '000d';
/** Outlook writes 1 January 4501, in whatever zone, for no date; others write a zero, which is the year 1601. */
const NEVER = Date.UTC(4500, 11, 31);
/** Days from 1601 to 1970, in milliseconds. */
const EPOCH = 11_644_473_600_000;

/** `header`: bytes before the first entry of the property stream. */
export async function readProperties(
  compound: CompoundFile,
  { entries }: CompoundEntry,
  header: number,
  codePage?: number,
): Promise<Properties> {
  const stream = entries.get('__properties_version1.0');
  const fixed = stream ? await compound.read(stream) : Buffer.alloc(0);
  const places = new Map<number, number>();
  for (let at = header; at + ENTRY <= fixed.length; at += ENTRY) places.set(fixed.readUInt16LE(at + 2), at + 8);
  const number = (id: number): number | undefined => {
    const at = places.get(id);
    return at === undefined ? undefined : fixed.readInt32LE(at);
  };
  const read = async (id: number, type: string): Promise<Buffer | undefined> => {
    const entry = entries.get(`__substg1.0_${id.toString(16).padStart(4, '0')}${type}`);
    return entry && !entry.storage ? await compound.read(entry) : undefined;
  };
  const ofStrings = codePage ?? codePageOf(number);
  return {
    number,
    async text(id) {
      const unicode = await read(id, UNICODE);
      const text =
        unicode?.toString('utf16le') ?? decodeCodePage((await read(id, BYTES)) ?? Buffer.alloc(0), ofStrings);
      return text.replaceAll('\0', '');
    },
    bytes: (id) => read(id, BINARY),
    date(id) {
      const at = places.get(id);
      if (at === undefined) return undefined;
      const date = new Date(Number(fixed.readBigUInt64LE(at) / 10_000n) - EPOCH);
      return date.getTime() > -EPOCH && date.getTime() < NEVER ? date : undefined;
    },
    storage(id) {
      const entry = entries.get(`__substg1.0_${id.toString(16).padStart(4, '0')}${OBJECT}`);
      return entry?.storage === true ? entry : undefined;
    },
  };
}
