import { writeFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { withCompound } from '../../compound/open-compound.ts';
import type { CompoundEntry, CompoundFile } from '../../compound/open-compound.ts';
import type { Container, Member } from '../../container/container.ts';
import type { ContainerReader } from '../../format-reader.ts';
import type { Limits } from '../../limits.ts';
import { readRtf } from '../../rtf/reader.ts';
import type { MailImage } from '../images.ts';
import { messageContainer } from '../message.ts';
import type { MessageBody } from '../message.ts';
import { expandRtf } from './compressed-rtf.ts';
import { htmlOfRtf } from './html-of-rtf.ts';
import { INTERNET_CODEPAGE, encodingOf, readProperties } from './properties.ts';
import type { Properties } from './properties.ts';

/** Numbers of properties (MS-OXPROPS). */
const SUBJECT = 0x0037;
const SENT = 0x0039;
const DELIVERED = 0x0e06;
const SENDER_NAME = [0x0042, 0x0c1a];
const SENDER_ADDRESS = [0x5d02, 0x5d01, 0x0065, 0x0c1f];
const DISPLAY_TO = 0x0e04;
const DISPLAY_CC = 0x0e03;
const BODY = 0x1000;
const RTF = 0x1009;
const HTML = 0x1013;
const MESSAGE_CODEPAGE = 0x3ffd;
const RECIPIENT_TYPE = 0x0c15;
const NAME = 0x3001;
const ADDRESS = [0x39fe, 0x3003];
const DATA = 0x3701;
const LONG_FILE_NAME = 0x3707;
const FILE_NAME = 0x3704;
const MIME_TYPE = 0x370e;
const CONTENT_ID = 0x3712;

/** Bytes before the entries of property streams (MS-OXMSG 2.4.1). */
const TOP_HEADER = 32;
const EMBEDDED_HEADER = 24;
const PART_HEADER = 8;

/** Reads messages of Outlook (MS-OXMSG). */
export const reader: ContainerReader = {
  open: (file, _format, limits, use) =>
    withCompound(file, limits, async (compound) =>
      use(await openMessage(compound, compound.root, TOP_HEADER, { limits, depth: 0 })),
    ),
};

interface Depth {
  readonly limits: Limits;
  readonly depth: number;
}

async function openMessage(
  compound: CompoundFile,
  entry: CompoundEntry,
  header: number,
  depth: Depth,
): Promise<Container> {
  const properties = await readProperties(compound, entry, header);
  const codePage = properties.number(MESSAGE_CODEPAGE) ?? properties.number(INTERNET_CODEPAGE);
  const body = await readBody(properties, depth.limits);
  const attachments: Attachment[] = [];
  for (const [name, child] of entry.entries)
    if (name.startsWith('__attach_version1.0_') && child.storage)
      attachments.push(await readAttachment(compound, child, codePage));
  const isShown = ({ contentId, contentType }: Attachment): boolean =>
    contentId !== '' && contentType.startsWith('image/') && 'html' in body && body.html.includes(contentId);
  const recipients = await readRecipients(compound, entry, codePage);
  const date = properties.date(SENT) ?? properties.date(DELIVERED);
  return messageContainer({
    subject: (await properties.text(SUBJECT)).trim(),
    fields: [
      ['From', withAddress(await firstOf(properties, SENDER_NAME), await firstOf(properties, SENDER_ADDRESS))],
      ['To', recipients.get(1)?.join(', ') ?? (await properties.text(DISPLAY_TO))],
      ['Cc', recipients.get(2)?.join(', ') ?? (await properties.text(DISPLAY_CC))],
      ['Bcc', recipients.get(3)?.join(', ') ?? ''],
      ['Date', date === undefined ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ],
    body,
    images: attachments.map((attachment): MailImage => ({
      references: [`cid:${attachment.contentId}`],
      contentType: attachment.contentType,
      load: async () => (await attachment.data()) ?? new Uint8Array(),
    })),
    members: await membersOf(
      attachments.filter((attachment) => !isShown(attachment)),
      compound,
      depth,
    ),
  });
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly contentId: string;
  /** The message that it is. */
  readonly message: CompoundEntry | undefined;
  data(): Promise<Buffer | undefined>;
}

async function readAttachment(compound: CompoundFile, entry: CompoundEntry, codePage?: number): Promise<Attachment> {
  const properties = await readProperties(compound, entry, PART_HEADER, codePage);
  const name = await firstOf(properties, [LONG_FILE_NAME, FILE_NAME, NAME]);
  const stated = await properties.text(MIME_TYPE);
  return {
    name: name.trim(),
    contentType: stated === '' ? typeOfName(name) : stated.toLowerCase(),
    contentId: await properties.text(CONTENT_ID),
    message: properties.storage(DATA),
    data: () => properties.bytes(DATA),
  };
}

async function membersOf(
  attachments: readonly Attachment[],
  compound: CompoundFile,
  { limits, depth }: Depth,
): Promise<Member[]> {
  const members: Member[] = [];
  for (const [n, { name, message, data }] of attachments.entries()) {
    // A storage that is no message is an object of another program: there is nothing that could be converted.
    const isMessage = message?.entries.has('__properties_version1.0') === true;
    if (message && isMessage && depth <= limits.memberDepth)
      members.push({
        name: name === '' ? 'message.msg' : name,
        content: {
          inside: await openMessage(compound, message, EMBEDDED_HEADER, { limits, depth: depth + 1 }),
        },
      });
    else
      members.push({
        name: name === '' ? `attachment-${n + 1}` : name,
        content: { save: async (path) => writeFile(path, (await data()) ?? '') },
      });
  }
  return members;
}

async function readBody(properties: Properties, limits: Limits): Promise<MessageBody> {
  const html = await properties.bytes(HTML);
  if (html) return { html: iconv.decode(html, encodingOf(properties.number(INTERNET_CODEPAGE))) };
  const htmlText = await properties.text(HTML);
  if (htmlText !== '') return { html: htmlText };
  const compressed = await properties.bytes(RTF);
  const rtf = compressed && expandRtf(compressed, limits.expandedBytes);
  const inRtf = rtf && htmlOfRtf(rtf);
  if (inRtf !== undefined) return { html: inRtf };
  const text = await properties.text(BODY);
  const isFromText = rtf?.toString('latin1', 0, 1000).includes('\\fromtext') === true;
  return rtf && rtf.length > 0 && !(isFromText && text !== '') ? { add: (flow) => readRtf([rtf], flow) } : { text };
}

/** Recipients by kind: 1 To, 2 Cc, 3 Bcc. */
async function readRecipients(
  compound: CompoundFile,
  { entries }: CompoundEntry,
  codePage: number | undefined,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, string[]>();
  for (const [name, entry] of entries) {
    if (!name.startsWith('__recip_version1.0_') || !entry.storage) continue;
    const properties = await readProperties(compound, entry, PART_HEADER, codePage);
    const kind = (properties.number(RECIPIENT_TYPE) ?? 1) & 0xff;
    found.set(kind, [
      ...(found.get(kind) ?? []),
      withAddress(await properties.text(NAME), await firstOf(properties, ADDRESS)),
    ]);
  }
  return found;
}

async function firstOf(properties: Properties, ids: readonly number[]): Promise<string> {
  for (const id of ids) {
    const text = await properties.text(id);
    if (text !== '') return text;
  }
  return '';
}

/** Addresses within an organisation (`/o=…`) say nothing outside of it. */
function withAddress(name: string, address: string): string {
  if (!address.includes('@') || name.includes(address)) return name;
  return name === '' ? address : `${name} <${address}>`;
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
};

function typeOfName(name: string): string {
  return TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}
