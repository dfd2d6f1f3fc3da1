import { createReadStream, createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import type { PageModel, PartReader, PartSink, PartSummary } from '../convert/part.ts';
import { lines } from './lines.ts';
import type { Content } from './transfer.ts';

/** An image as it lies in the scratch folder. */
export interface StoredAsset {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  readonly contentType: string;
}

/**
 * A sink on disk: page models as lines of `pages.jsonl`, images as files, so that memory stays flat however long the range is.
 * The part object is the summary's line followed by that file.
 */
export interface PartFile {
  readonly sink: PartSink;
  readonly assets: readonly StoredAsset[];
  /** Ends the writing. Nothing may be put into the sink afterwards. */
  close(): Promise<void>;
  content(summary: PartSummary): Content;
  reader(summary: PartSummary): PartReader;
}

/** An asset's name becomes a part of an object key and of a link. */
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

const PAGES = 'pages.jsonl';

export function createPartFile(folder: string, onPage: () => void): PartFile {
  const file = join(folder, PAGES);
  const out = createWriteStream(file);
  let bytes = 0;
  const assets: StoredAsset[] = [];
  const names = new Set<string>();
  return {
    assets,
    sink: {
      async page(model) {
        const line = Buffer.from(`${JSON.stringify(model)}\n`);
        bytes += line.length;
        await write(out, line);
        onPage();
      },
      async asset(asset) {
        if (!SAFE_NAME.test(asset.name)) throw new Error(`A reader named an image ${JSON.stringify(asset.name)}`);
        if (names.has(asset.name)) return; // one image used twice
        names.add(asset.name);
        const path = join(folder, `asset-${asset.name}`);
        await writeFile(path, asset.bytes);
        assets.push({ name: asset.name, file: path, bytes: asset.bytes.length, contentType: asset.contentType });
      },
    },
    async close() {
      out.end();
      await once(out, 'close');
    },
    content(summary) {
      const head = Buffer.from(`${JSON.stringify(summary)}\n`);
      return { head, file, bytes: head.length + bytes };
    },
    reader: (summary) => openPartFolder(folder, summary),
  };
}

/** Reads a part where `createPartFile` wrote it. */
export function openPartFolder(folder: string, summary: PartSummary): PartReader {
  return { summary, pages: () => readPages(join(folder, PAGES)) };
}

async function write(out: WriteStream, bytes: Uint8Array): Promise<void> {
  if (!out.write(bytes)) await once(out, 'drain');
}

async function* readPages(file: string): AsyncGenerator<PageModel> {
  for await (const line of lines(createReadStream(file) as AsyncIterable<Buffer>)) yield JSON.parse(line) as PageModel;
}

/** Writes Markdown to a file as it comes, counting its bytes. */
export function createTextFile(file: string): { write(text: string): Promise<void>; close(): Promise<Content> } {
  const out = createWriteStream(file);
  let bytes = 0;
  return {
    async write(text) {
      const chunk = Buffer.from(text);
      bytes += chunk.length;
      await write(out, chunk);
    },
    async close() {
      out.end();
      await once(out, 'close');
      return { file, bytes };
    },
  };
}
