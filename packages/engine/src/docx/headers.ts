import type { Archive } from '../archive/open-archive.ts';
import { headerBlocks } from '../flow/page-header.ts';
import type { PageHeader } from '../flow/page-header.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { elementsOf } from '../xml/element.ts';
import { readBlocks } from './blocks.ts';
import type { DocxContext } from './context.ts';

/** Reads the header of the first page, which may be its own (ECMA-376 part 1, 17.10.6). */
export async function readPageHeader(document: OoxmlPackage, main: string, context: DocxContext): Promise<PageHeader> {
  const hasHeaders = [...context.relationships.values()].some(({ type }) => type === 'header');
  const section = hasHeaders ? await firstSection(document.archive, main) : '';
  const isOwn = /<(?:\w+:)?titlePg\b(?![^>]*\bval="(?:0|false|off)")/.test(section);
  const target = context.relationships.get(headerId(section, isOwn ? 'first' : 'default') ?? '');
  const root = target && !target.external ? await document.readSidePart(target.target) : undefined;
  if (!target || !root) return { isOwn, blocks: [] };
  const own = { ...context, relationships: await document.relationships(target.target), graphics: new Map() };
  return { isOwn, blocks: headerBlocks(readBlocks(elementsOf(root), own)) };
}

function headerId(section: string, type: string): string | undefined {
  const reference = [...section.matchAll(/<(?:\w+:)?headerReference\s[^>]*>/g)].find(([each]) =>
    each.includes(`type="${type}"`),
  );
  return /\bid="([^"]*)"/.exec(reference?.[0] ?? '')?.[1];
}

/** The properties of the first section stand at its end, so they are looked for before the body is read. */
async function firstSection(archive: Archive, main: string): Promise<string> {
  let text = '';
  for await (const piece of archive.stream(main)) {
    text += piece.toString('latin1');
    const start = text.search(/<(?:\w+:)?sectPr[\s>]/);
    if (start < 0) {
      text = text.slice(-20);
      continue;
    }
    text = text.slice(start);
    const end = text.search(/<\/(?:\w+:)?sectPr>/);
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}
