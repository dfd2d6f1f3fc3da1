import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { withArchive } from './archive/open-archive.ts';
import { withCompound } from './compound/open-compound.ts';
import { findArchiveType } from './detect/archive.ts';
import { findCompoundType } from './detect/compound.ts';
import { REFUSED_TYPES } from './detect/refused.ts';
import type { RefusedType } from './detect/refused.ts';
import { HEAD_BYTES, matchesBytes } from './detect/signature.ts';
import { decodeText, findTextType } from './detect/text.ts';
import { Failure } from './failure.ts';
import { FORMATS } from './formats.ts';
import type { FormatEntry } from './format-entry.ts';
import type { Format } from './format.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { SourceFile } from './source.ts';

/** Of a text, more is looked at than of other files: shapes show in many lines. */
const TEXT_BYTES = 64 * 1024;

type FileType = (FormatEntry & { readonly format: Format }) | (RefusedType & { readonly format?: undefined });

const TYPES: readonly FileType[] = [
  ...(Object.keys(FORMATS) as Format[]).map((format) => ({ format, ...FORMATS[format] })),
  ...REFUSED_TYPES,
];

/**
 * Detects the format by content; the name is asked only between kinds of plain text.
 * Throws `corrupt_document` for an empty or cut file, `password_protected`, `unsupported_format`.
 */
export async function detect(file: SourceFile): Promise<Format> {
  const { head, size } = readHead(file);
  if (size === 0) throw new Failure('corrupt_document', 'The file is empty.');
  const start = head.toString('latin1', 0, HEAD_BYTES);
  if (matchesBytes(start, 'd0cf11e0a1b11ae1'))
    return accepted(
      await withCompound(file, DEFAULT_LIMITS, async (compound) => findCompoundType(compound, TYPES), { whole: false }),
      'The OLE compound file does not contain a supported document.',
    );
  if (matchesBytes(start, "'PK' 0304") || matchesBytes(start, "'PK' 0506"))
    return accepted(
      await withArchive(file, DEFAULT_LIMITS, (archive) => findArchiveType(archive, TYPES)),
      'The archive does not contain a supported document.',
    );
  const text = decodeText(head);
  const byBytes = TYPES.find(
    ({ signature: { bytes, isText } }) =>
      (text === undefined || isText) && bytes?.some((pattern) => matchesBytes(start, pattern)),
  );
  if (byBytes || text === undefined) return accepted(byBytes, 'The file format is not recognised.');
  const cut = size > head.length;
  return accepted(findTextType(text, cut, file.fileName, TYPES), 'The file format is not recognised.');
}

function accepted(type: FileType | undefined, unknown: string): Format {
  if (type?.format !== undefined) return type.format;
  throw new Failure(
    'unsupported_format',
    type ? `The file format is not supported: ${type.name}.${type.advice ? ` ${type.advice}` : ''}` : unknown,
  );
}

/** In one go: a process that opens documents has nothing to do meanwhile, and each asynchronous call costs more. */
function readHead(file: SourceFile): { head: Buffer; size: number } {
  const handle = openSync(file.path, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TEXT_BYTES));
    const bytesRead = readSync(handle, buffer, 0, buffer.length, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    closeSync(handle);
  }
}
