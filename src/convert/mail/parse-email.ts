import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { Failure } from '../failure.ts';
import { unfoldFlowed } from './flowed.ts';
import { decodeGuessed, decodePartText, utf8Of } from './part-text.ts';

/** Parses a message. Throws `corrupt_document`. */
export async function parseEmail(bytes: Uint8Array, depth: number): Promise<Email> {
  readTextByContent();
  try {
    return await withJoinedBlobs(() =>
      PostalMime.parse(withReadableHeader(bytes), { forceRfc822Attachments: true, maxNestingDepth: depth }),
    );
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new Failure('corrupt_document', `The message cannot be read: ${detail}`);
  }
}

/** What is used of the parser's parts, which it does not declare. */
interface TextPart {
  readonly content: ArrayBuffer | null;
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string | undefined>> };
  };
  getTextContent(): string;
}

let isReplaced = false;

/**
 * The parser believes the character set that a part states, and joins folded lines of quotations with their marks. It
 * offers no other way to read the text of a part than to replace the method that does.
 */
function readTextByContent(): void {
  if (isReplaced) return;
  const { root } = new PostalMime() as unknown as { readonly root: TextPart };
  const part = Object.getPrototypeOf(root) as TextPart;
  if (typeof part.getTextContent !== 'function') throw new Error('The parser of mail has changed its parts.');
  part.getTextContent = function getTextContent(this: TextPart): string {
    if (!this.content) return '';
    const { value, params } = this.contentType.parsed;
    const isHtml = value === 'text/html';
    const text = decodePartText(this.content, params['charset'], isHtml);
    const isFlowed = !isHtml && /^flowed$/i.test(params['format'] ?? '');
    return isFlowed ? unfoldFlowed(text, /^yes$/i.test(params['delsp'] ?? '')) : text;
  };
  isReplaced = true;
}

/** Bytes of a header that is looked at. */
const HEADER = 256 * 1024;

/** Old programs write the header in the character set of the text; the parser reads it as UTF-8 (RFC 6532). */
function withReadableHeader(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = /\r?\n\r?\n/.exec(buffer.toString('latin1', 0, HEADER))?.index ?? Math.min(buffer.length, HEADER);
  const header = buffer.subarray(0, end);
  if (utf8Of(header) !== undefined) return bytes;
  const lines = header.toString('latin1').split(/(?<=\n)/);
  const readable = lines.map((line) => {
    const raw = Buffer.from(line, 'latin1');
    return utf8Of(raw) === undefined ? Buffer.from(decodeGuessed(raw)) : raw;
  });
  return Buffer.concat([...readable, buffer.subarray(end)]);
}

/**
 * The parser makes a Blob of two pieces for each line, for which Node takes quadratic time: 100,000 lines took more
 * than 10 s. The process reads one document, so nothing else sees the Blob that is put in its place.
 */
async function withJoinedBlobs<T>(parse: () => Promise<T>): Promise<T> {
  const { Blob } = globalThis;
  const bytesOfPiece = (piece: string | Uint8Array | ArrayBuffer): Uint8Array =>
    typeof piece === 'string' ? Buffer.from(piece) : new Uint8Array(piece);
  globalThis.Blob = class extends Blob {
    constructor(pieces: readonly (string | Uint8Array | ArrayBuffer)[] = [], options?: { readonly type?: string }) {
      super([Buffer.concat(pieces.map(bytesOfPiece))], options);
    }
  } as typeof Blob;
  try {
    return await parse();
  } finally {
    globalThis.Blob = Blob;
  }
}
