import { adoptBlock } from '../container/adopt.ts';
import type { Container, Listed, Member } from '../container/container.ts';
import type { Flow } from '../flow/flow.ts';
import { imagesAmong } from '../flow/add-blocks.ts';
import { inlinesOf } from '../flow/inlines.ts';
import { fieldTable } from '../flow/text-table.ts';
import { findArticle } from '../html/article.ts';
import { createBlockReader } from '../html/blocks.ts';
import { parseHtml } from '../html/tree.ts';
import { createDataImages } from '../html/references.ts';
import type { XmlElement } from '../xml/element.ts';
import { createImageFinder } from './images.ts';
import type { MailImage } from './images.ts';
import { readTextBody } from './text-body.ts';

export interface Message {
  readonly subject: string;
  /** Fields of the header that are shown, in order; empty ones are left out. */
  readonly fields: readonly (readonly [string, string])[];
  /** Its texts, one after the other. */
  readonly bodies: readonly MessageBody[];
  readonly images: readonly MailImage[];
  readonly members: readonly Member[];
  /** True for a message whose end is missing. */
  readonly cut?: boolean;
  /** True where its text or a part of it can only be read with a key. */
  readonly encrypted?: boolean;
}

export type MessageBody =
  | { readonly html: string }
  | { readonly text: string }
  /** Adds its blocks by itself. */
  | { add(flow: Flow): Promise<void> };

/** The levels that headings in a message are below its subject. */
const BELOW_SUBJECT = 1;

/** A message as a container: the subject as its title, its header as a table, its text, then its attachments. */
export function messageContainer(message: Message): Container {
  const { subject, fields, bodies, images, members, cut = false, encrypted = false } = message;
  return {
    members,
    memberLevel: 2,
    hasText: true,
    async begin(flow, contents) {
      if (cut) flow.warn('document-repaired');
      if (subject !== '') await flow.add({ kind: 'heading', level: 1, content: [{ kind: 'text', text: subject }] });
      for (const table of fieldTable([...fields, ['Attachments', namesOf(contents)]])) await flow.add(table);
      for (const body of bodies) await addBody(body, images, flow);
      if (!encrypted) return;
      flow.warn('message-encrypted');
      await flow.add({ kind: 'paragraph', content: [{ kind: 'text', text: ENCRYPTED, italic: true }] });
    },
  };
}

const ENCRYPTED = 'This message is encrypted.';

async function addBody(body: MessageBody, images: readonly MailImage[], flow: Flow): Promise<void> {
  if ('html' in body) await addTree(await parse(body.html, flow), images, flow, BELOW_SUBJECT);
  else if ('text' in body) for (const block of readTextBody(body.text)) await flow.add(block);
  else await body.add(flow);
}

export interface WebPage {
  readonly html: string;
  readonly images: readonly MailImage[];
  /** Where it came from. */
  readonly address: string | undefined;
}

/** A web page in one file: nothing but the page. */
export function webPageContainer({ html, images, address }: WebPage, wholePage: boolean): Container {
  return {
    members: [],
    memberLevel: 1,
    hasText: true,
    begin: async (flow) => {
      const root = await parse(html, flow, address);
      const article = wholePage ? { root, leftOut: 0 } : findArticle(root);
      if (article.leftOut > 0) flow.warn('navigation-left-out');
      await addTree(article.root, images, flow, 0);
    },
  };
}

const parse = (html: string, flow: Flow, address?: string): Promise<XmlElement> => parseHtml([html], flow, { address });

async function addTree(root: XmlElement, available: readonly MailImage[], flow: Flow, levels: number): Promise<void> {
  const images = createDataImages(flow, createImageFinder(available));
  for (const block of createBlockReader(images)(root)) {
    const shown = imagesAmong([...inlinesOf(block)], { image: (name) => images.byName.get(name) });
    await flow.add(adoptBlock(block, { levels, prefix: '', inferred: false, before: 0, pages: 0 }), shown);
  }
}

function namesOf(contents: readonly Listed[]): string {
  return contents
    .map(({ name, problem }) => (problem === undefined ? name : `${name} (not converted: ${problem})`))
    .join('; ');
}
