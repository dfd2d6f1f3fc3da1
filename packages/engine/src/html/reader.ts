import { Failure } from '../failure.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { detectEncoding, readSample, readText } from '../text/decode.ts';
import { fragment } from '../xml/element.ts';
import { findArticle } from './article.ts';
import { createBlockReader } from './blocks.ts';
import { createSideNotes } from './constructs/side-notes.ts';
import { createDataImages } from './references.ts';
import { parseHtml } from './tree.ts';

/** A tree takes some ten times the bytes of its source. */
const TREE = 16;

/**
 * Reads HTML as a tree, without its scripts and styles, and without the navigation around its content. Nothing that it
 * refers to is fetched.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  if (file.bytes > flow.limits.expandedBytes / TREE)
    throw new Failure('limit_exceeded', `The HTML document is larger than ${flow.limits.expandedBytes / TREE} bytes.`);
  const head = (await readSample(file, 4096)).toString('latin1');
  const declared =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
  const root = await parseHtml(readText(file, await detectEncoding(file, declared)), flow);
  const images = createDataImages(flow);
  const article = file.wholePage === true ? { root, leftOut: 0 } : findArticle(root);
  if (article.leftOut > 0) flow.warn('navigation-left-out');
  const notes = createSideNotes();
  const read = createBlockReader({ ...images, note: notes.refer });
  await addBlocks(read(article.root), flow, {
    image: (name) => images.byName.get(name),
    note(label) {
      const note = notes.take(label);
      return note && read(fragment(note.children));
    },
  });
});
