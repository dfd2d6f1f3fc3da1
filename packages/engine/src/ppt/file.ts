import { inflateSync } from 'node:zlib';
import type { CompoundFile } from '../compound/open-compound.ts';
import { Failure } from '../failure.ts';
import { CONTAINER, recordOf, recordsIn } from '../office-art/records.ts';
import type { ArtRecord } from '../office-art/records.ts';

/** Types of records (MS-PPT 2.13.24). */
export const RECORD = {
  document: 1000,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  environment: 1010,
  slidePersist: 1011,
  showInfo: 1017,
  externalObjects: 1033,
  objectReference: 3009,
  objectAtom: 4035,
  embedded: 4044,
  objectStorage: 4113,
  drawingGroup: 1035,
  drawing: 1036,
  fontCollection: 2005,
  placeholder: 3011,
  outlineText: 3998,
  textHeader: 3999,
  textCharacters: 4000,
  textStyle: 4001,
  textBytes: 4008,
  font: 4023,
  text: 4026,
  hyperlinkAtom: 4051,
  hyperlink: 4055,
  linkRange: 4063,
  slideList: 4080,
  link: 4082,
  linkAtom: 4083,
} as const;

const CURRENT_USER_EDIT = 16;
const ENCRYPTED = 0xf3d1c4df;
const USER_EDIT = 4085;
const PERSIST = 6002;

/** A slide as the document lists it. */
export interface ListedSlide {
  readonly id: number;
  readonly record: ArtRecord;
  /** Texts of its placeholders, each with its type, that the slide itself only refers to. */
  readonly texts: readonly (readonly ArtRecord[])[];
}

export interface PptFile {
  readonly document: ArtRecord;
  /** Pictures, which the document's drawings point into. */
  readonly pictures: Buffer;
  readonly slides: readonly ListedSlide[];
  /** By the number that slides know them by. */
  readonly notes: ReadonlyMap<number, ArtRecord>;
  /** The embedded object that shapes know by a number: an OLE compound file. */
  object(number: number): Buffer | undefined;
}

const OLD = 'The file format is not supported: presentation of PowerPoint 95. Save it as PPTX.';

/** Reads what a presentation consists of (MS-PPT 2.1). Throws `Failure`. */
export async function openPpt(compound: CompoundFile): Promise<PptFile> {
  // PowerPoint 95 and 97 in one file: the newer one lies in a storage of its own.
  const { entries } = compound.root.entries.get('pp97_dualstorage') ?? compound.root;
  if (entries === compound.root.entries && entries.has('header')) throw new Failure('unsupported_format', OLD);
  const read = async (name: string): Promise<Buffer> => {
    const entry = entries.get(name);
    return entry && !entry.storage ? await compound.read(entry) : Buffer.alloc(0);
  };
  const stream = await read('powerpoint document');
  const places = readPlaces(stream, await read('current user'));
  const document = documentOf(stream, places);
  if (!document) throw new Failure('corrupt_document', 'The presentation has no document record.');
  const lists = [...recordsIn(document.body)].filter(({ type }) => type === RECORD.slideList);
  const listed = (instance: number, type: number): ListedSlide[] =>
    lists.filter((list) => list.instance === instance).flatMap((list) => readList(list, type, stream, places));
  const slides = listed(0, RECORD.slide);
  return {
    document,
    pictures: await read('pictures'),
    slides: slides.length > 0 ? slides : allSlides(stream),
    notes: new Map(listed(2, RECORD.notes).map(({ id, record }) => [id, record])),
    object: (number) => readObject(number, document, stream, places),
  };
}

/** Bytes that an object may become. */
const OBJECT = 256 * 1024 * 1024;

/** An embedded object (MS-PPT 2.10.32). */
function readObject(number: number, document: ArtRecord, stream: Buffer, { offsets }: Places): Buffer | undefined {
  const objects = recordOf(document.body, RECORD.externalObjects)?.body ?? Buffer.alloc(0);
  const atoms = [...recordsIn(objects)]
    .filter(({ type }) => type === RECORD.embedded)
    .map(({ body }) => recordOf(body, RECORD.objectAtom)?.body ?? Buffer.alloc(0));
  const atom = atoms.find((each) => each.length >= 20 && each.readUInt32LE(8) === number);
  const storage = atom && recordAt(stream, offsets.get(atom.readUInt32LE(16)) ?? stream.length);
  return storage?.type === RECORD.objectStorage ? readStorage(storage) : undefined;
}

/** The OLE compound file of an object, which is most often compressed. */
function readStorage({ instance, body }: ArtRecord): Buffer | undefined {
  if (instance === 0) return body;
  try {
    return inflateSync(body.subarray(4), { maxOutputLength: OBJECT });
  } catch {
    return undefined;
  }
}

/** Offsets of what is stored, by number: each save adds an edit that replaces some of them. */
interface Places {
  readonly offsets: ReadonlyMap<number, number>;
  readonly document: number | undefined;
}

function readPlaces(stream: Buffer, user: Buffer): Places {
  const offsets = new Map<number, number>();
  let document: number | undefined;
  if (user.length < CURRENT_USER_EDIT + 4) return { offsets, document };
  if (user.readUInt32LE(12) === ENCRYPTED)
    throw new Failure('password_protected', 'The presentation is password-protected.');
  const seen = new Set<number>();
  for (let at = user.readUInt32LE(CURRENT_USER_EDIT); !seen.has(at);) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== USER_EDIT || edit.body.length < 20) break;
    if (edit.body.length >= 32) throw new Failure('password_protected', 'The presentation is password-protected.');
    document ??= edit.body.readUInt32LE(16);
    const directory = recordAt(stream, edit.body.readUInt32LE(12));
    if (directory?.type === PERSIST) readDirectory(directory.body, offsets);
    at = edit.body.readUInt32LE(8);
  }
  return { offsets, document };
}

function readDirectory(bytes: Buffer, offsets: Map<number, number>): void {
  for (let at = 0; at + 4 <= bytes.length;) {
    const head = bytes.readUInt32LE(at);
    at += 4;
    for (let n = 0; n < head >>> 20 && at + 4 <= bytes.length; n++, at += 4) {
      const id = (head & 0xfffff) + n;
      // Newer edits are read first.
      if (!offsets.has(id)) offsets.set(id, bytes.readUInt32LE(at));
    }
  }
}

function recordAt(stream: Buffer, at: number): ArtRecord | undefined {
  if (at + 8 > stream.length) return undefined;
  const length = 8 + stream.readUInt32LE(at + 4);
  for (const record of recordsIn(stream.subarray(at, at + length))) return record;
  return undefined;
}

function documentOf(stream: Buffer, { offsets, document }: Places): ArtRecord | undefined {
  const stated = document === undefined ? undefined : recordAt(stream, offsets.get(document) ?? stream.length);
  return stated?.type === RECORD.document ? stated : recordOf(stream, RECORD.document);
}

/** Without a sound list, all slides in the order in which they are stored. */
function allSlides(stream: Buffer): ListedSlide[] {
  return [...recordsIn(stream)]
    .filter(({ type, version }) => type === RECORD.slide && version === CONTAINER)
    .map((record, id) => ({ id, record, texts: [] }));
}

function readList(list: ArtRecord, type: number, stream: Buffer, { offsets }: Places): ListedSlide[] {
  const found: { id: number; record: ArtRecord | undefined; texts: ArtRecord[][] }[] = [];
  for (const record of recordsIn(list.body)) {
    if (record.type === RECORD.slidePersist && record.body.length >= 16)
      found.push({
        id: record.body.readUInt32LE(12),
        record: recordAt(stream, offsets.get(record.body.readUInt32LE(0)) ?? stream.length),
        texts: [],
      });
    else if (record.type === RECORD.textHeader) found.at(-1)?.texts.push([record]);
    else found.at(-1)?.texts.at(-1)?.push(record);
  }
  return found.flatMap(({ id, record, texts }) => (record?.type === type ? [{ id, record, texts }] : []));
}
