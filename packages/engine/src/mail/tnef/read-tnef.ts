import { writeFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import type { Member } from '../../container/container.ts';
import type { Limits } from '../../limits.ts';
import type { MailImage } from '../images.ts';
import type { Message, MessageBody } from '../message.ts';
import { readBody } from '../outlook/body.ts';
import {
  CONTENT_ID,
  DATA,
  FILE_NAME,
  LONG_FILE_NAME,
  MIME_TYPE,
  NAME,
  SENT,
  SUBJECT,
  firstOf,
  typeOfName,
} from '../outlook/mapi.ts';
import { encodingOf } from '../outlook/code-pages.ts';
import type { MapiProperties } from '../outlook/properties.ts';
import { mapiProperties } from './mapi.ts';
import { attributesOf } from './stream.ts';

/** Attributes (MS-OXTNEF 2.1.3.3). */
const ATTRIBUTE = {
  codePage: 0x00069007,
  properties: 0x00069003,
  subject: 0x00018004,
  body: 0x0002800c,
  attachmentBegins: 0x00069002,
  attachmentProperties: 0x00069005,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
} as const;

interface TnefAttachment {
  readonly title: string;
  readonly data: Buffer | undefined;
  readonly properties: MapiProperties;
}

/** The message and its attachments in a stream. */
interface Contents {
  encoding: string;
  subject: string;
  text: string;
  properties: MapiProperties;
  readonly attachments: TnefAttachment[];
}

const NONE = Buffer.alloc(4);

/** The attributes, in the order of the stream. */
const READERS: Readonly<Record<number, (data: Buffer, contents: Contents) => void>> = {
  [ATTRIBUTE.codePage]: (data, contents) => {
    if (data.length >= 4) contents.encoding = encodingOf(data.readUInt32LE(0));
  },
  [ATTRIBUTE.subject]: (data, contents) => void (contents.subject = decode(data, contents)),
  [ATTRIBUTE.body]: (data, contents) => void (contents.text = decode(data, contents)),
  [ATTRIBUTE.properties]: (data, contents) => void (contents.properties = mapiProperties(data, contents.encoding)),
  [ATTRIBUTE.attachmentBegins]: (_, { attachments, encoding }) =>
    void attachments.push({ title: '', data: undefined, properties: mapiProperties(NONE, encoding) }),
  [ATTRIBUTE.attachmentTitle]: (data, contents) => change(contents, { title: decode(data, contents) }),
  [ATTRIBUTE.attachmentData]: (data, contents) => change(contents, { data }),
  [ATTRIBUTE.attachmentProperties]: (data, contents) =>
    change(contents, { properties: mapiProperties(data, contents.encoding) }),
};

function decode(data: Buffer, { encoding }: Contents): string {
  return iconv.decode(data, encoding).replaceAll('\0', '');
}

/** Attributes of attachments belong to the one that has begun last. */
function change({ attachments }: Contents, told: Partial<TnefAttachment>): void {
  const last = attachments.at(-1);
  if (last) attachments[attachments.length - 1] = { ...last, ...told };
}

function contentsOf(bytes: Buffer): Contents {
  const encoding = 'windows-1252';
  const contents: Contents = {
    encoding,
    subject: '',
    text: '',
    properties: mapiProperties(NONE, encoding),
    attachments: [],
  };
  for (const { id, data } of attributesOf(bytes)) READERS[id]?.(data, contents);
  return contents;
}

/** A message as Outlook puts it into one part of another one, `winmail.dat` (MS-OXTNEF). */
export async function readTnef(bytes: Buffer, limits: Limits): Promise<Message> {
  const { subject, text, properties, attachments } = contentsOf(bytes);
  const read = await readBody(properties, limits);
  const body: MessageBody = 'text' in read && read.text === '' ? { text } : read;
  const parts = await Promise.all(attachments.map(partOf));
  const isShown = ({ image }: TnefPart): boolean =>
    'html' in body && image.references.some((reference) => reference !== 'cid:' && body.html.includes(reference));
  const date = properties.date(SENT);
  return {
    subject: (await properties.text(SUBJECT)) || subject,
    fields: [['Date', date === undefined ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`]],
    bodies: [body],
    images: parts.map(({ image }) => image),
    members: parts.filter((part) => !isShown(part)).map(({ member }) => member),
  };
}

interface TnefPart {
  readonly image: MailImage;
  readonly member: Member;
}

async function partOf({ title, data, properties }: TnefAttachment, n: number): Promise<TnefPart> {
  const name = (await firstOf(properties, [LONG_FILE_NAME, FILE_NAME, NAME])).trim() || title.trim();
  const stated = (await properties.text(MIME_TYPE)).toLowerCase();
  const bytes = data ?? (await properties.bytes(DATA)) ?? Buffer.alloc(0);
  return {
    image: {
      references: [`cid:${await properties.text(CONTENT_ID)}`],
      contentType: stated === '' ? typeOfName(name) : stated,
      load: async () => bytes,
    },
    member: { name: name || `attachment-${n + 1}`, content: { save: (path) => writeFile(path, bytes) } },
  };
}
