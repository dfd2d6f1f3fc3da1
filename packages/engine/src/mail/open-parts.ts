import type { Attachment, Email } from 'postal-mime';
import type { Member } from '../container/container.ts';
import { isFailure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { MailImage } from './images.ts';
import type { MessageBody } from './message.ts';
import { parseEmail } from './parse-email.ts';
import { unwrapSmime } from './smime.ts';
import { readTnef } from './tnef/read-tnef.ts';
import { isTnef } from './tnef/stream.ts';

/** A message with what its parts wrap in their place. */
export interface OpenedParts {
  readonly bodies: readonly MessageBody[];
  readonly attachments: readonly Attachment[];
  /** Images and attachments that `winmail.dat` has held. */
  readonly images: readonly MailImage[];
  readonly members: readonly Member[];
  readonly encrypted: boolean;
}

/** Signed messages may wrap each other; more levels are kept as they are. */
const LEVELS = 8;

/**
 * Opens what wraps the text of a message and its attachments in one part: S/MIME that is signed but not clear (RFC
 * 8551, 3.5.2), and TNEF. What is encrypted is told.
 */
export async function openParts(email: Email, limits: Limits, level = 0): Promise<OpenedParts> {
  const bodies: MessageBody[] = [bodyOf(email)];
  const attachments: Attachment[] = [];
  const images: MailImage[] = [];
  const members: Member[] = [];
  let encrypted = isPgp(email);
  const add = (opened: OpenedParts): void => {
    bodies.push(...opened.bodies);
    attachments.push(...opened.attachments);
    images.push(...opened.images);
    members.push(...opened.members);
    encrypted ||= opened.encrypted;
  };
  for (const attachment of email.attachments) {
    const bytes = Buffer.from(bytesOf(attachment.content));
    const wrapped = level < LEVELS && isSmime(attachment) ? unwrapSmime(bytes, limits.expandedBytes) : undefined;
    encrypted ||= wrapped?.kind === 'encrypted';
    const inner =
      wrapped?.kind === 'content'
        ? await sound(async () => openParts(await parseEmail(wrapped.bytes, limits.depth), limits, level + 1))
        : undefined;
    const message = isTnef(bytes) ? await sound(() => readTnef(bytes, limits)) : undefined;
    if (inner) add(inner);
    else if (message) {
      // The text beside it says the same, with less.
      if (message.bodies.some((body) => !isEmpty(body) && !('text' in body && bodies.some((own) => !isEmpty(own)))))
        bodies.splice(0, bodies.length, ...message.bodies);
      images.push(...message.images);
      members.push(...message.members);
    } else attachments.push(attachment);
  }
  return { bodies: bodies.filter((body) => !isEmpty(body)), attachments, images, members, encrypted };
}

/** What is damaged inside stays an attachment. */
async function sound<T>(open: () => Promise<T>): Promise<T | undefined> {
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
