import { readFile, writeFile } from 'node:fs/promises';
import { decodeWords } from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import type { Member } from '../container/container.ts';
import { Failure } from '../failure.ts';
import type { ContainerReader } from '../format-reader.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { decodeWide, findWideEncoding } from '../text/wide-encoding.ts';
import type { MailImage } from './images.ts';
import { messageContainer, webPageContainer } from './message.ts';
import { bytesOf, openParts } from './open-parts.ts';
import { parseEmail } from './parse-email.ts';

/** A message is held as a whole, several times over while it is decoded. */
const COPIES = 8;

/** Reads messages (EML) and web pages in one file (MHT). */
export const reader: ContainerReader = {
  async open(file, format, limits, use) {
    const { email, bytes } = await parse(file, format === 'mht', limits);
    if (format === 'mht') {
      const images = imagesOf(email.attachments);
      const page = { html: email.html ?? '', images, address: addressOf(email, bytes) };
      return await use(webPageContainer(page, file.wholePage === true));
    }
    const opened = await openParts(email, limits);
    const html = opened.bodies.map((body) => ('html' in body ? body.html : '')).join('\n');
    const shown = (attachment: Attachment): boolean =>
      attachment.contentId !== undefined &&
      attachment.mimeType.startsWith('image/') &&
      html.includes(bare(attachment.contentId));
    return await use(
      messageContainer({
        subject: email.subject?.trim() ?? '',
        fields: [
          ['From', email.from ? namesOf('from', email) : namesOf('sender', email)],
          ['To', namesOf('to', email)],
          ['Cc', namesOf('cc', email)],
          ['Bcc', namesOf('bcc', email)],
          ['Date', email.headers.find(({ key }) => key === 'date')?.value.trim() ?? ''],
        ],
        bodies: opened.bodies,
        images: [...imagesOf(opened.attachments), ...opened.images],
        members: [
          ...opened.attachments
            .filter((attachment) => !shown(attachment) && !SIGNATURES.test(attachment.mimeType))
            .map(memberOf),
          ...opened.members,
        ],
        cut: isCut(email, bytes),
        encrypted: opened.encrypted,
      }),
    );
  },
};

function imagesOf(attachments: readonly Attachment[]): MailImage[] {
  return attachments.filter(({ mimeType }) => mimeType.startsWith('image/')).map(imageOf);
}

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
  const message = isWebPage ? keepLocations(bytes) : withoutMailboxLine(bytes);
  return { email: await parseEmail(message, limits.depth), bytes };
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
  const wide = findWideEncoding(bytes);
  return wide === undefined ? bytes : Buffer.from(decodeWide(bytes, wide));
}

/** Messages from a mailbox file begin with a line of its own. */
function withoutMailboxLine(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, 5) === 'From ' ? bytes.subarray(bytes.indexOf('\n') + 1) : bytes;
}

/** The parser drops `Content-Location` and keeps `Content-Description`, so the one is renamed to the other. */
function keepLocations(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replaceAll(/(^|\n)Content-Location:/gi, '$1Content-Description:'),
    'latin1',
  );
}

/** Where a saved page came from: as browsers state it, else the place of the message or of its first page. */
function addressOf({ headers }: Email, bytes: Buffer): string | undefined {
  const stated = ['snapshot-content-location', 'content-description']
    .map((name) => headers.find(({ key }) => key === name)?.value.trim())
    .find((value) => value !== undefined && /^https?:/i.test(value));
  if (stated !== undefined) return stated;
  const text = bytes.toString('latin1', 0, 64 * 1024);
  const at = text.search(/\nContent-Type:[ \t]*text\/html/i);
  const header = text.slice(text.lastIndexOf('\n--', at), at + 1000).split(/\r?\n\r?\n/, 1)[0];
  return at < 0 ? undefined : /\nContent-Location:\s*(\S+)/i.exec(header ?? '')?.[1];
}

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

function bare(contentId: string): string {
  return contentId.replace(/^</, '').replace(/>$/, '');
}

/** Whom a field names: as it is written where one has no address, since the parser drops what else is said of them. */
function namesOf(field: 'from' | 'sender' | 'to' | 'cc' | 'bcc', { headers, ...email }: Email): string {
  const people = [email[field] ?? []].flat().flatMap((person: Address) => person.group ?? [person]);
  if (people.some(({ address }) => address === ''))
    return decodeWords(headers.find(({ key }) => key === field)?.value.trim() ?? '');
  return people
    .map(({ name, address }) => (name === '' || name === address ? address : `${name} <${address}>`))
    .join(', ');
}
