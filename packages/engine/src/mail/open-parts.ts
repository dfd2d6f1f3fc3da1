import type { Attachment, Email } from 'postal-mime';
import type { Member } from '../container/container.ts';
import { isFailure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { MailImage } from './images.ts';
import type { Message, MessageBody } from './message.ts';
import { parseEmail } from './parse-email.ts';
import { unwrapSmime } from './smime.ts';
import { readTnef } from './tnef/read-tnef.ts';
import { isTnef } from './tnef/stream.ts';

/** A message whose wrapped parts are replaced by their content. */
export interface OpenedParts {
  readonly bodies: readonly MessageBody[];
  readonly attachments: readonly Attachment[];
  /** Images and attachments from `winmail.dat`. */
  readonly images: readonly MailImage[];
  readonly members: readonly Member[];
  readonly encrypted: boolean;
}

/** Signed messages may wrap each other; more levels are kept as they are. */
const LEVELS = 8;

/**
 * Opens the attachments that wrap the text of a message and its other attachments: S/MIME that is signed but not clear
 * (RFC 8551, 3.5.2), and TNEF. Says whether anything is encrypted.
 */
export async function openParts(email: Email, limits: Limits, level = 0): Promise<OpenedParts> {
  const parts = new MessageParts(email);
  for (const attachment of email.attachments) {
    const bytes = Buffer.from(bytesOf(attachment.content));
    const signed = level < LEVELS && isSmime(attachment) ? unwrapSmime(bytes, limits.expandedBytes) : undefined;
    if (signed?.kind === 'encrypted') parts.encrypted = true;
    const inner =
      signed?.kind === 'content'
        ? await unlessCorrupt(async () => openParts(await parseEmail(signed.bytes, limits.depth), limits, level + 1))
        : undefined;
    const message = isTnef(bytes) ? await unlessCorrupt(() => readTnef(bytes, limits)) : undefined;
    if (inner) parts.addSigned(inner);
    else if (message) parts.addTnef(message);
    else parts.attachments.push(attachment);
  }
  return parts.opened();
}

class MessageParts {
  readonly attachments: Attachment[] = [];
  encrypted: boolean;
  #bodies: MessageBody[];
  readonly #images: MailImage[] = [];
  readonly #members: Member[] = [];

  constructor(email: Email) {
    this.encrypted = isPgp(email);
    this.#bodies = [bodyOf(email)];
  }

  addSigned(inner: OpenedParts): void {
    this.attachments.push(...inner.attachments);
    this.encrypted ||= inner.encrypted;
    this.#bodies.push(...inner.bodies);
    this.#images.push(...inner.images);
    this.#members.push(...inner.members);
  }

  addTnef({ bodies, images, members }: Message): void {
    // plain text in TNEF says no more than the text beside it
    const hasText = this.#bodies.some((body) => !isEmpty(body));
    if (bodies.some((body) => !isEmpty(body) && !('text' in body && hasText))) this.#bodies = [...bodies];
    this.#images.push(...images);
    this.#members.push(...members);
  }

  opened(): OpenedParts {
    return {
      bodies: this.#bodies.filter((body) => !isEmpty(body)),
      attachments: this.attachments,
      images: this.#images,
      members: this.#members,
      encrypted: this.encrypted,
    };
  }
}

/** An attachment whose content is damaged stays an attachment. */
async function unlessCorrupt<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    if (isFailure(error) && error.code === 'corrupt_document') return undefined;
    throw error;
  }
}

export function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

/** HTML that shows nothing stands beside a text in mail of some programs. */
function bodyOf({ html, text = '' }: Email): MessageBody {
  return html === undefined || (isBlank(html) && text.trim() !== '') ? { text } : { html };
}

function isEmpty(body: MessageBody): boolean {
  return 'html' in body ? isBlank(body.html) : 'text' in body && body.text.trim() === '';
}

/** Characters of HTML that shows nothing, at most. */
const BLANK = 20_000;

function isBlank(html: string): boolean {
  if (html.length > BLANK || /<(?:img|svg|math|input|textarea|hr)\b/i.test(html)) return false;
  const text = html.replaceAll(/<(style|script|head|title)\b[^]*?<\/\1>|<!--[^]*?-->|<[^>]*>|&nbsp;|&#160;/gi, '');
  return text.trim() === '';
}

/** By its type, or by the name that its sender gives it (RFC 8551, 3.2.1). */
function isSmime({ mimeType, filename }: Attachment): boolean {
  return /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7[mz]$/i.test(filename ?? '');
}

/** PGP in parts of MIME (RFC 3156, 4), or as the text. */
function isPgp({ attachments, text }: Email): boolean {
  return (
    attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted') ||
    /^-----BEGIN PGP MESSAGE-----/m.test(text?.slice(0, 10_000) ?? '')
  );
}
