import type { Block, Inline } from '../document.ts';
import { Failure } from '../failure.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import { inlinesOf } from '../flow/inlines.ts';
import type { FormatReader } from '../format-reader.ts';
import { createBlockReader } from '../html/blocks.ts';
import { createDataImages } from '../html/references.ts';
import type { DataImages } from '../html/references.ts';
import { parseHtml } from '../html/tree.ts';
import { detectEncoding, readSample, readText } from '../text/decode.ts';
import { streamChildren } from '../xml/stream.ts';
import { isEntry, isField, readEntry, readHead } from './entry.ts';
import type { Entry, FeedText, Head } from './entry.ts';

/** Headings inside an entry stand below its own, which is of level 2. */
const LEVEL = 2;

/** Reads RSS 0.9x, 1.0 and 2.0 and Atom (RFC 4287), an entry at a time. Nothing that a feed links to is fetched. */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const head = (await readSample(file, 4096)).toString('latin1');
  const parent = parentOfEntries(head.replaceAll('\0', ''));
  const declared = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
  const text = readText(file, await detectEncoding(file, declared));
  const context = { flow, images: createDataImages(flow) };
  for await (const element of streamChildren(encoded(text), parent, flow.limits.depth)) {
    if (isEntry(element)) await addEntry(readEntry(element), context);
    else if (isField(element)) await addHead(readHead({ name: '', attributes: {}, children: [element] }), context);
    // RSS 1.0 has its entries beside the channel.
    else if (element.name === 'channel') await addHead(readHead(element), context);
  }
});

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

interface FeedContext {
  readonly flow: Flow;
  readonly images: DataImages;
}

/** The element whose children the entries are: a channel (RSS), or the root (Atom, RSS 1.0). */
function parentOfEntries(head: string): string {
  const [, prefix, root, attributes] = /<(?:([\w.-]+):)?(rss|RDF|feed)(?=[\s>])([^>]*)/.exec(head) ?? [];
  if (root === undefined) throw new Failure('corrupt_document', 'The feed has no root element.');
  if (root === 'rss') return 'channel';
  if (root === 'RDF') return 'rdf:RDF';
  // Some declare the namespace of Atom for a prefix alone, which their own elements do not have.
  return prefix === undefined && !/\sxmlns\s*=/.test(attributes ?? '') ? 'feed' : 'atom:feed';
}

async function addHead({ title, subtitle }: Head, context: FeedContext): Promise<void> {
  if (title) await addAll([{ kind: 'heading', level: 1, content: await inlinesOfText(title, context) }], context);
  if (subtitle) await addAll(await blocksOfText(subtitle, context), context);
}

async function addEntry(entry: Entry, context: FeedContext): Promise<void> {
  const blocks: Block[] = [];
  const title = entry.title ? await inlinesOfText(entry.title, context) : [];
  const shown: readonly Inline[] =
    title.length > 0 || entry.link === undefined ? title : [{ kind: 'text', text: entry.link }];
  const link = entry.link === undefined ? {} : { href: entry.link };
  const content = shown.map((inline) => (inline.kind === 'text' ? { ...inline, ...link } : inline));
  if (content.length > 0) blocks.push({ kind: 'heading', level: LEVEL, content });
  const byline = [entry.date, ...entry.authors].filter((text) => text !== '').join(' · ');
  if (byline !== '') blocks.push({ kind: 'paragraph', content: [{ kind: 'text', text: byline, italic: true }] });
  if (entry.body) blocks.push(...(await blocksOfText(entry.body, context)).map(lower));
  for (const href of entry.enclosures)
    blocks.push({ kind: 'paragraph', content: [{ kind: 'text', text: href.split('/').at(-1) || href, href }] });
  await addAll(blocks, context);
}

const addAll = (blocks: readonly Block[], { flow, images }: FeedContext): Promise<void> =>
  addBlocks(blocks, flow, { image: (name) => images.byName.get(name) });

async function blocksOfText(text: FeedText, { flow, images }: FeedContext): Promise<Block[]> {
  if (text.kind === 'plain')
    return text.text === '' ? [] : [{ kind: 'paragraph', content: [{ kind: 'text', text: text.text }] }];
  const root = text.kind === 'xhtml' ? text.root : await parseHtml([text.html], flow);
  return createBlockReader(images)(root);
}

async function inlinesOfText(text: FeedText, context: FeedContext): Promise<Inline[]> {
  return (await blocksOfText(text, context)).flatMap((block) => [...inlinesOf(block)]);
}

function lower(block: Block): Block {
  if (block.kind !== 'heading') return block;
  return { ...block, level: Math.min(6, block.level + LEVEL) as typeof block.level };
}
