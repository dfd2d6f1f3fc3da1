import { open } from 'node:fs/promises';
import { withArchive } from './archive/open-archive.ts';
import { detectArchive } from './detect/archive.ts';
import { detectCompound } from './detect/compound.ts';
import { detectText } from './detect/text.ts';
import { Failure } from './failure.ts';
import type { Format } from './formats.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { SourceFile } from './part.ts';

const HEAD = 64 * 1024;

/**
 * Detects the format by content; the name is asked only between kinds of plain text.
 * Throws `corrupt_document` for an empty or cut file, `password_protected`, `unsupported_format`.
 */
export async function detect(file: SourceFile): Promise<Format> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new Failure('corrupt_document', 'The file is empty.');
    const buffer = Buffer.alloc(Math.min(size, HEAD));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (startsWith(head, 'd0cf11e0a1b11ae1')) return await detectCompound(handle, size);
    const format = detectMagic(head);
    if (format !== 'zip') return format ?? detectText(head, file.fileName, size > head.length);
  } finally {
    await handle.close();
  }
  return await withArchive(file, DEFAULT_LIMITS, detectArchive);
}

/** First bytes of formats that are refused by name; some of them could also begin a text. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['1f8b', 'gzip'],
  ['377abcaf271c', '7-Zip'],
  ['526172211a07', 'RAR'],
  ['47494638', 'GIF'],
  ['424d', 'BMP'],
  ['7f454c46', 'a program'],
  ['4d5a', 'a program'],
  ['494433', 'audio'],
  ['4f676753', 'audio'],
  ['1a45dfa3', 'video'],
];

function detectMagic(head: Buffer): Format | 'zip' | undefined {
  if (startsWith(head, '504b0304') || startsWith(head, '504b0506')) return 'zip';
  if (startsWith(head, '89504e470d0a1a0a')) return 'png';
  if (startsWith(head, 'ffd8ff')) return 'jpeg';
  if (['49492a00', '4d4d002a', '49492b00', '4d4d002b'].some((magic) => startsWith(head, magic))) return 'tiff';
  if (startsWith(head, '52494646') && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  // BIFF2 to BIFF4 workbooks are bare record streams (MS-XLS 2.4.21, BOF).
  if (['0900040007001000', '0902060000001000', '0904060000001000'].some((magic) => startsWith(head, magic)))
    return 'xls';
  for (const [magic, name] of REFUSED) {
    if (startsWith(head, magic) && !looksLikeText(head)) throw unsupported(name);
  }
  if (startsWith(head, '7b5c727466')) throw unsupported('RTF');
  if (startsWith(head, '25215053')) throw unsupported('PostScript');
  // Readers accept a PDF header anywhere in the first 1024 bytes (PDF 1.7, Annex H, note 13).
  const pdf = head.indexOf('%PDF-');
  if (pdf >= 0 && pdf < 1024) return 'pdf';
  return undefined;
}

function looksLikeText(head: Buffer): boolean {
  return !head.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32));
}

function startsWith(head: Buffer, hex: string): boolean {
  return head.toString('hex', 0, hex.length / 2).startsWith(hex);
}

function unsupported(name: string): Failure {
  return new Failure('unsupported_format', `The file is ${name}, which is not supported.`);
}
