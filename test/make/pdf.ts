import { createHash } from 'node:crypto';

/**
 * What a PDF made for a test consists of. Everything is written as it stands; objects 1 to 3 are the catalog, the page
 * tree and Helvetica (`/F1`).
 */
export interface PdfParts {
  readonly pages: readonly PdfPage[];
  /** Further objects, the first of them number 4. A stream is a dictionary's entries and its data. */
  readonly objects?: readonly (string | PdfStream)[];
  /** Entries of the catalog. */
  readonly catalog?: string;
  /** Makes the file open only with this user password (RC4, 40 bit); '' opens by itself. */
  readonly password?: string;
}

export interface PdfPage {
  readonly content: string;
  /** Entries of the resources besides the font. */
  readonly resources?: string;
  /** Further fonts: a name and a reference. */
  readonly font?: string;
  /** Further entries of the page. */
  readonly entries?: string;
}

export interface PdfStream {
  readonly dict: string;
  readonly data: string | Uint8Array;
}

/** Number of the first of `objects`. */
export const FIRST_OBJECT = 4;

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
const PERMISSIONS = -44;

/** A PDF file. Pages are 612 × 792 points unless their entries say otherwise. */
export function makePdf({ pages, objects = [], catalog = '', password }: PdfParts): Uint8Array {
  const key = password === undefined ? undefined : encryptionKey(password);
  const bodies: (string | PdfStream)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ];
  const kids: string[] = [];
  for (const { content, resources = '', font = '', entries = '' } of pages) {
    bodies.push({ dict: '', data: content });
    const box = entries.includes('/MediaBox') ? '' : '/MediaBox [0 0 612 792]';
    bodies.push(
      `<< /Type /Page /Parent 2 0 R ${box} /Resources << /Font << /F1 3 0 R ${font} >> ${resources} >> /Contents ${bodies.length} 0 R ${entries} >>`,
    );
    kids.push(`${bodies.length} 0 R`);
  }
  bodies[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`;
  const chunks: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (text: string | Uint8Array): void => {
    const chunk = typeof text === 'string' ? Buffer.from(text, 'latin1') : Buffer.from(text);
    chunks.push(chunk);
    length += chunk.length;
  };
  write('%PDF-1.7\n');
  bodies.forEach((body, i) => {
    offsets.push(length);
    write(`${i + 1} 0 obj\n`);
    if (typeof body === 'string') write(`${body}\nendobj\n`);
    else {
      const plain = typeof body.data === 'string' ? Buffer.from(body.data, 'latin1') : Buffer.from(body.data);
      const data = key === undefined ? plain : rc4(objectKey(key, i + 1), plain);
      write(`<< ${body.dict} /Length ${data.length} >>\nstream\n`);
      write(data);
      write('\nendstream\nendobj\n');
    }
  });
  const start = length;
  write(
    `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`,
  );
  const encrypt = password === undefined ? '' : encryptEntry(password);
  write(`trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${encrypt} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks);
}

/** Shows a line of text at a place, in points from the bottom left. */
export function line(text: string, x: number, y: number, size = 12): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET `;
}

/** The standard security handler, revision 2 (PDF 32000-1, 7.6.3). The owner's password is the user's. */
function encryptEntry(password: string): string {
  const user = rc4(encryptionKey(password), PADDING);
  return `/ID [<${ID.toString('hex')}> <${ID.toString('hex')}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${ownerEntry(password).toString('hex')}> /U <${user.toString('hex')}> /P ${PERMISSIONS} >>`;
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
}

function ownerEntry(password: string): Buffer {
  return rc4(md5(padded(password)).subarray(0, 5), padded(password));
}

function encryptionKey(password: string): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  return md5(Buffer.concat([padded(password), ownerEntry(password), permissions, ID])).subarray(0, 5);
}

function objectKey(key: Buffer, number: number): Buffer {
  return md5(
    Buffer.concat([key, Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0])]),
  ).subarray(0, 10);
}

function md5(data: Uint8Array): Buffer {
  return createHash('md5').update(data).digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  let j = 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff;
    swap(i, j);
  }
  let at = 0;
  j = 0;
  return Buffer.from(
    data.map((byte) => {
      at = (at + 1) & 0xff;
      j = (j + state[at]!) & 0xff;
      swap(at, j);
      return byte ^ state[(state[at]! + state[j]!) & 0xff]!;
    }),
  );
}
