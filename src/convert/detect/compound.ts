import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../archive/directory.ts';
import { Failure } from '../failure.ts';
import type { Format } from '../formats.ts';

const DIRECTORY_SECTORS = 512;

/**
 * Which document an OLE compound file is, by the names of its streams (MS-CFB 2.6).
 * Throws `password_protected` for an encrypted OOXML document, `unsupported_format`, `corrupt_document`.
 */
export async function detectCompound(file: FileHandle, size: number): Promise<Format> {
  const names = await streamNames(file, size);
  if (names.has('EncryptedPackage'))
    throw new Failure('password_protected', 'The document is protected by a password.');
  if (names.has('Workbook') || names.has('Book')) return 'xls';
  if (names.has('WordDocument'))
    throw new Failure(
      'unsupported_format',
      'The file is a Word 97–2003 document (DOC), which is not supported. Save it as DOCX.',
    );
  if (names.has('PowerPoint Document'))
    throw new Failure(
      'unsupported_format',
      'The file is a PowerPoint 97–2003 presentation (PPT), which is not supported. Save it as PPTX.',
    );
  if (names.has('__properties_version1.0'))
    throw new Failure('unsupported_format', 'The file is an Outlook message (MSG), which is not supported.');
  throw new Failure('unsupported_format', 'The file is an OLE compound file that holds no supported document.');
}

async function streamNames(file: FileHandle, size: number): Promise<ReadonlySet<string>> {
  const header = await readAt(file, 0, Math.min(512, size));
  if (header.length < 512) throw new Failure('corrupt_document', 'The file ends too early: it seems to be cut off.');
  const sectorBytes = 2 ** header.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096)
    throw new Failure('corrupt_document', 'The compound file has no sound header.');
  const names = new Set<string>();
  let sector = header.readUInt32LE(48);
  for (let n = 0; n < DIRECTORY_SECTORS && sector < 0xfffffffa; n++) {
    const at = (sector + 1) * sectorBytes;
    if (at + sectorBytes > size)
      throw new Failure('corrupt_document', 'The file ends too early: it seems to be cut off.');
    const entries = await readAt(file, at, sectorBytes);
    for (let i = 0; i < sectorBytes; i += 128) {
      const nameBytes = entries.readUInt16LE(i + 64);
      if (nameBytes >= 2 && nameBytes <= 64 && entries[i + 66] !== 0)
        names.add(entries.toString('utf16le', i, i + nameBytes - 2));
    }
    sector = await nextSector(file, size, header, sectorBytes, sector);
  }
  return names;
}

/** Follows the sector chain (MS-CFB 2.3). Tables beyond the header's 109 sectors (files above 6.8 MB) are not needed to find the first names. */
async function nextSector(
  file: FileHandle,
  size: number,
  header: Buffer,
  sectorBytes: number,
  sector: number,
): Promise<number> {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= 109) return 0xffffffff;
  const tableSector = header.readUInt32LE(76 + table * 4);
  const at = (tableSector + 1) * sectorBytes + (sector % perTable) * 4;
  if (tableSector >= 0xfffffffa || at + 4 > size) return 0xffffffff;
  return (await readAt(file, at, 4)).readUInt32LE(0);
}
