/**
 * A record of the drawing format of Office 97 to 2003 (MS-ODRAW 2.2.1). PowerPoint writes all it has as such records.
 */
export interface ArtRecord {
  readonly version: number;
  readonly instance: number;
  readonly type: number;
  readonly body: Buffer;
}

const HEADER = 8;
/** Its content is records. */
export const CONTAINER = 15;

/** The records of a container; one that is longer than its container is cut. */
export function* recordsIn(bytes: Buffer): Generator<ArtRecord> {
  for (let at = 0; at + HEADER <= bytes.length;) {
    const head = bytes.readUInt16LE(at);
    const end = at + HEADER + bytes.readUInt32LE(at + 4);
    yield {
      version: head & 15,
      instance: head >> 4,
      type: bytes.readUInt16LE(at + 2),
      body: bytes.subarray(at + HEADER, end),
    };
    at = end;
  }
}

/** The records of a container, each with its header. */
export function splitRecords(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  for (const { body } of recordsIn(bytes)) {
    found.push(bytes.subarray(at, at + HEADER + body.length));
    at += HEADER + body.length;
  }
  return found;
}

/** The first record of a type right within a container. */
export function recordOf(bytes: Buffer, type: number): ArtRecord | undefined {
  for (const record of recordsIn(bytes)) if (record.type === type) return record;
  return undefined;
}

/** All records of a type at any depth, without what lies in them; `depth` is how deep is looked. */
export function* findRecords(bytes: Buffer, type: number, depth = 16): Generator<ArtRecord> {
  for (const record of recordsIn(bytes)) {
    if (record.type === type) yield record;
    else if (record.version === CONTAINER && depth > 0) yield* findRecords(record.body, type, depth - 1);
  }
}
