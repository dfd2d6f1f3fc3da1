import { readDocument } from './read.ts';
import { makeSource } from './source.ts';

/** The Markdown of an HTML page with this body; `head` is more of its head. */
export async function readHtml(body: string, head = ''): Promise<string> {
  const page = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title>${head}</head><body>${body}</body></html>`;
  return (await readDocument(makeSource(page))).markdown;
}
