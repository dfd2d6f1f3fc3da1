import { readFile, writeFile } from 'node:fs/promises';
import { withCompound } from '../../compound/open-compound.ts';
import type { CompoundEntry, CompoundFile } from '../../compound/open-compound.ts';
import type { Container, Member } from '../../container/container.ts';
import { Failure } from '../../failure.ts';
import type { ContainerReader } from '../../format-reader.ts';
import type { Limits } from '../../limits.ts';
import { readSample } from '../../text/decode.ts';
import type { MailImage } from '../images.ts';
import { messageContainer, type Message } from '../message.ts';
import { readTnef } from '../tnef/read-tnef.ts';
import { isTnef } from '../tnef/stream.ts';
import { readBody } from './body.ts';
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
} from './mapi.ts';
import { codePageOf } from './code-pages.ts';
import { readProperties, type Properties } from './properties.ts';

/** Numbers of properties (MS-OXPROPS). */
const DELIVERED = 0x0e06;
const SENDER_NAME = [0x0042, 0x0c1a];
const SENDER_ADDRESS = [0x5d02, 0x5d01, 0x0065, 0x0c1f];
const DISPLAY_TO = 0x0e04;
const DISPLAY_CC = 0x0e03;
const RECIPIENT_TYPE = 0x0c15;
const ADDRESS = [0x39fe, 0x3003];

/** Bytes before the entries of property streams (MS-OXMSG 2.4.1). */
const TOP_HEADER = 32;
const EMBEDDED_HEADER = 24;
const PART_HEADER = 8;

/** Reads messages of Outlook: files (MS-OXMSG), and what it sends to others as `winmail.dat` (MS-OXTNEF). */
export const reader: ContainerReader = {
  async open(file, _format, limits, use) {
    if (isTnef(await readSample(file, 16))) {
      if (file.bytes > limits.expandedBytes / COPIES)
        throw new Failure('limit_exceeded', `The message is larger than ${limits.expandedBytes / COPIES} bytes.`);
      return await use(messageContainer(await readTnef(await readFile(file.path), limits)));
    }
    return await withCompound(
      file,
      limits,
      async (compound) => use(await openMessage(compound, compound.root, TOP_HEADER, { limits, depth: 0 })),
      { whole: false },
    );
  },
};

/** Such a message is held in memory as a whole, and again while its text is expanded. */
const COPIES = 8;

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
  const codePage = codePageOf(properties.number);
  const body = await readBody(properties, depth.limits);
  const attachments = await readAttachments(compound, entry, codePage);
  const isShown = ({ contentId, contentType }: Attachment): boolean =>
    contentId !== '' && contentType.startsWith('image/') && 'html' in body && body.html.includes(contentId);
  return messageContainer({
    cut: compound.isCut && depth.depth === 0,
    subject: (await properties.text(SUBJECT)).trim(),
    fields: await readFields(properties, await readRecipients(compound, entry, codePage)),
    bodies: [body],
    images: attachments.map((attachment): MailImage => ({
      references: [`cid:${attachment.contentId}`],
      contentType: attachment.contentType,
      load: async () => (await attachment.data()) ?? new Uint8Array(),
    })),
    members: await openMembers(
      attachments.filter((attachment) => !isShown(attachment)),
      compound,
      depth,
    ),
  });
}

/** The fields of its header that a message shows. */
async function readFields(
  properties: Properties,
  recipients: ReadonlyMap<number, readonly string[]>,
): Promise<Message['fields']> {
  const date = properties.date(SENT) ?? properties.date(DELIVERED);
  return [
    ['From', withAddress(await firstOf(properties, SENDER_NAME), await firstOf(properties, SENDER_ADDRESS))],
    ['To', recipients.get(1)?.join(', ') ?? (await properties.text(DISPLAY_TO))],
    ['Cc', recipients.get(2)?.join(', ') ?? (await properties.text(DISPLAY_CC))],
    ['Bcc', recipients.get(3)?.join(', ') ?? ''],
    ['Date', date === undefined ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ];
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly contentId: string;
  /** Its content, if it is a message. */
  readonly message: CompoundEntry | undefined;
  data(): Promise<Buffer | undefined>;
}

async function readAttachments(
  compound: CompoundFile,
  message: CompoundEntry,
  codePage?: number,
): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  for (const [name, child] of message.entries)
    if (name.startsWith('__attach_version1.0_') && child.storage)
      attachments.push(await readAttachment(compound, child, codePage));
  return attachments;
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

async function openMembers(
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
    const shown = withAddress(await properties.text(NAME), await firstOf(properties, ADDRESS));
    if (shown !== '') found.set(kind, [...(found.get(kind) ?? []), shown]);
  }
  return found;
}

/** Addresses within an organisation (`/o=…`) say nothing outside of it. */
function withAddress(name: string, address: string): string {
  if (!address.includes('@') || name.includes(address)) return name;
  return name === '' ? address : `${name} <${address}>`;
}
