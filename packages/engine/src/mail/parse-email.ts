import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { unreadable } from '../failure.ts';
import { unfoldFlowed } from './flowed.ts';
import { decodeGuessed, decodePartText, utf8Of } from './part-text.ts';

/** Parses a message. Throws `corrupt_document`. */
export async function parseEmail(bytes: Uint8Array, depth: number): Promise<Email> {
  readTextByContent();
  try {
    return await withJoinedBlobs(() =>
      PostalMime.parse(withSoundHeader(bytes), { forceRfc822Attachments: true, maxNestingDepth: depth }),
    );
  } catch (error) {
    throw unreadable('The message cannot be read.', error);
  }
}

/** The used properties of the parser's parts, which it does not declare. */
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
    const text = decodePartText(Buffer.from(this.content), params['charset'], isHtml);
    const isFlowed = !isHtml && /^flowed$/i.test(params['format'] ?? '');
    return isFlowed ? unfoldFlowed(text, /^yes$/i.test(params['delsp'] ?? '')) : text;
  };
  isReplaced = true;
}

/** Bytes of a header that is looked at. */
const HEADER = 256 * 1024;
/** Parameters of a field that begin a line (RFC 2045, 5.1), which programs have forgotten to indent. */
const LOOSE_PARAMETER = /(;[ \t]*\r?\n)(?=(?:boundary|charset|name|format|delsp|type|start|protocol|micalg)\*?=)/gi;
/** Lines that begin with an encoded word (RFC 2047, 2): they go on with a field, whose name holds no such signs. */
const LOOSE_WORD = /(\r?\n)(?==\?[\w.:*+-]{1,60}\?[BQ]\?[^\s?]*\?=)/gi;
const WITH_BOUNDARY =
  /^Content-Type:(?![ \t]*multipart\/)[^;\r\n]*((?:;|\r?\n[ \t])(?:[^\r\n]|\r?\n[ \t]){0,1000}?\bboundary="?([^"\r\n;]+)"?)/im;

/**
 * The header in UTF-8, as the parser reads it (RFC 6532): old programs write it in the character set of the text. Its
 * fields are made whole, and a message that consists of parts is called so.
 */
function withSoundHeader(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = /\r?\n\r?\n/.exec(buffer.toString('latin1', 0, HEADER))?.index ?? Math.min(buffer.length, HEADER);
  const header = buffer.subarray(0, end);
  const lines = utf8Of(header) === undefined ? header.toString('latin1').split(/(?<=\n)/) : undefined;
  const text = lines?.map(readLine).join('') ?? header.toString();
  const whole = text.replaceAll(LOOSE_PARAMETER, '$1\t').replaceAll(LOOSE_WORD, '$1\t');
  const sound = whole.replace(WITH_BOUNDARY, (field, parameters: string, boundary: string) =>
    buffer.includes(`\n--${boundary}`, end) ? `Content-Type: multipart/mixed${parameters}` : field,
  );
  return sound === text && !lines ? bytes : Buffer.concat([Buffer.from(sound), buffer.subarray(end)]);
}

function readLine(line: string): string {
  const raw = Buffer.from(line, 'latin1');
  return utf8Of(raw) ?? decodeGuessed(raw);
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
