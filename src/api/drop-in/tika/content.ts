import type { ApiDeps } from '../../deps.ts';
import { readMarkdown } from '../../convert/run.ts';
import type { Converted } from '../convert-each.ts';
import { readDocument } from '../read-document.ts';
import { escapeXml, writeHtml } from '../write-html.ts';
import { writeText } from '../write-text.ts';
import type { TikaMetadata } from './metadata.ts';

/** How Tika writes a document; `body` is its text, too, and `ignore` nothing. */
export const HANDLERS = ['text', 'html', 'xml', 'md', 'body', 'ignore'] as const;
export type TikaHandler = (typeof HANDLERS)[number];

export async function readContent(
  deps: ApiDeps,
  { manifest, fileName }: Required<Pick<Converted, 'manifest' | 'fileName'>>,
  { handler, metadata }: { readonly handler: TikaHandler; readonly metadata: TikaMetadata },
): Promise<string> {
  if (handler === 'ignore') return '';
  if (handler === 'md') return (await readMarkdown(deps, manifest)).toString('utf8');
  const { blocks } = await readDocument(deps, manifest);
  if (handler === 'text' || handler === 'body') return writeText(blocks);
  return writeHtml(blocks, { title: fileName, pages: true, head: writeHead(metadata) });
}

const writeHead = (metadata: TikaMetadata): string =>
  Object.entries(metadata)
    .flatMap(([name, value]) => [value].flat().map((text) => [name, text] as const))
    .map(([name, text]) => `<meta name="${escapeXml(name)}" content="${escapeXml(text)}"/>\n`)
    .join('');
