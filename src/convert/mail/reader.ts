import { readFile, writeFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import type { Member } from '../container/container.ts';
import { Failure } from '../failure.ts';
import type { ContainerReader } from '../format-reader.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { utf16Of } from '../text/utf16.ts';
import type { MailImage } from './images.ts';
import { messageContainer, webPageContainer } from './message.ts';

/** A message is held as a whole, several times over while it is decoded. */
const COPIES = 8;

/** Reads messages (EML) and web pages in one file (MHT). */
export const reader: ContainerReader = {
  async open(file, format, limits, use) {
    const { email, bytes } = await parse(file, format === 'mht', limits);
    const images = email.attachments.filter(({ mimeType }) => mimeType.startsWith('image/')).map(imageOf);
    if (format === 'mht') return await use(webPageContainer(email.html ?? '', images, file.wholePage === true));
    const shown = (attachment: Attachment): boolean =>
      attachment.contentId !== undefined &&
      attachment.mimeType.startsWith('image/') &&
      (email.html ?? '').includes(bare(attachment.contentId));
    return await use(
      messageContainer({
        subject: email.subject?.trim() ?? '',
        fields: [
          ['From', namesOf([email.from ?? email.sender])],
          ['To', namesOf(email.to)],
          ['Cc', namesOf(email.cc)],
          ['Bcc', namesOf(email.bcc)],
          ['Date', email.headers.find(({ key }) => key === 'date')?.value.trim() ?? ''],
        ],
        body: email.html === undefined ? { text: email.text ?? '' } : { html: email.html },
        images,
        members: email.attachments
          .filter((attachment) => !shown(attachment) && !SIGNATURES.test(attachment.mimeType))
          .map(memberOf),
        cut: isCut(email, bytes),
      }),
    );
  },
};

/** They say nothing to a reader. */
const SIGNATURES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/;

interface Parsed {
  readonly email: Email;
  readonly bytes: Buffer;
}

async function parse(file: SourceFile, isWebPage: boolean, limits: Limits): Promise<Parsed> {
  const most = limits.expandedBytes / COPIES;
  if (file.bytes > most) throw new Failure('limit_exceeded', `The message is larger than ${most} bytes.`);
  const bytes = asUtf8(await readFile(file.path));
  try {
    const message = isWebPage ? withPartsTold(bytes) : withoutMailboxLine(bytes);
    const email = await withJoinedBlobs(() =>
      PostalMime.parse(message, { forceRfc822Attachments: true, maxNestingDepth: limits.depth }),
    );
    return { email, bytes };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new Failure('corrupt_document', `The message cannot be read: ${detail}`);
  }
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

/** The last part of a message ends at a line of its own (RFC 2046, 5.1.1), which a truncated one lacks. */
function isCut({ headers }: Email, bytes: Buffer): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const [, quoted, bare] = /^multipart\/[^]*?;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  return boundary !== undefined && !bytes.includes(`--${boundary}--`);
}

/** Some programs save a message as text in UTF-16; the parser reads bytes. */
function asUtf8(bytes: Buffer): Buffer {
  const wide = utf16Of(bytes);
  return wide === undefined ? bytes : Buffer.from(new TextDecoder(wide).decode(bytes));
}

/** Messages from a mailbox file begin with a line of its own. */
function withoutMailboxLine(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, 5) === 'From ' ? bytes.subarray(bytes.indexOf('\n') + 1) : bytes;
}

/**
 * The parser does not tell where a part was loaded from, but does tell its description: the one is renamed. Browsers
 * leave the character set of a page to the page: it is told to the parser.
 */
function withPartsTold(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replaceAll(/\nContent-Location:/gi, '\nContent-Description:');
  const told = text.replaceAll(HTML_WITHOUT_CHARSET, (header: string, at: number) => {
    const [, charset] = DECLARED_CHARSET.exec(text.slice(at, at + 4096)) ?? [];
    return charset === undefined ? header : `${header}; charset=${charset}`;
  });
  return Buffer.from(told, 'latin1');
}

const HTML_WITHOUT_CHARSET = /\nContent-Type:[ \t]*text\/html(?=[ \t]*\r?\n(?![ \t]))/gi;
/** In quoted-printable, `=` is `=3D`. */
const DECLARED_CHARSET = /<meta\b[^>]{0,300}?\bcharset=(?:3D)?["']?([\w-]+)/i;

function imageOf({ contentId, description, mimeType, content }: Attachment): MailImage {
  return {
    references: [
      ...(contentId === undefined ? [] : [`cid:${bare(contentId)}`]),
      ...(description === undefined ? [] : [description]),
    ],
    contentType: mimeType,
    load: async () => bytesOf(content),
  };
}

function memberOf(attachment: Attachment, n: number): Member {
  return {
    name: attachment.filename?.trim() || defaultName(attachment, n),
    content: { save: (path) => writeFile(path, bytesOf(attachment.content)) },
  };
}

const DEFAULT_NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'text/plain': 'text.txt',
  'text/html': 'page.html',
  'text/csv': 'table.csv',
  'message/delivery-status': 'delivery-status.txt',
};

function defaultName({ mimeType }: Attachment, n: number): string {
  return DEFAULT_NAMES[mimeType] ?? `attachment-${n + 1}`;
}

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

function bare(contentId: string): string {
  return contentId.replace(/^</, '').replace(/>$/, '');
}

function namesOf(addresses: readonly (Address | undefined)[] = []): string {
  return addresses
    .flatMap((address) => (address?.group ? address.group : address ? [address] : []))
    .map(({ name, address }) => (name === '' || name === address ? address : `${name} <${address}>`))
    .join(', ');
}
