import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageModel } from '../../packages/engine/src/page-model.ts';
import { heldPart, type PartReader, type PartSink, type PartSummary } from '../../packages/engine/src/part.ts';
import { engineVersion } from '../protocol/engine-version.ts';
import { splitLines } from './transfer/split-lines.ts';
import { createSpillFile } from './transfer/spill-file.ts';
import type { Content } from './transfer/content.ts';

/** An image as it lies in the scratch folder. */
export interface StoredAsset {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  readonly contentType: string;
}

/**
 * A sink that keeps memory flat however long the range is: page models as lines (in memory while they are few, then in
 * `pages.jsonl`), images as files. The part object is a header with the summary, followed by the lines of the pages.
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

export function createPartFile(folder: string, onPage: () => void): PartFile {
  const pages = createSpillFile(join(folder, 'pages.jsonl'));
  const assets: StoredAsset[] = [];
  const names = new Set<string>();
  return {
    assets,
    sink: {
      async page(model) {
        await pages.write(Buffer.from(`${JSON.stringify(model)}\n`));
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
    close: () => pages.close(),
    content: (summary) => pages.content(headerLine(summary)),
    reader: (summary) => ({ summary, pages: () => readPages(pages.read()) }),
  };
}

/** A part of few pages without images, which is merged where it was made. */
export function holdPart(onPage: () => void): Omit<PartFile, 'content'> {
  const pages: PageModel[] = [];
  return {
    assets: [],
    sink: {
      async page(model) {
        pages.push(model);
        onPage();
      },
      async asset({ name }) {
        throw new Error(`A reader stored the image ${JSON.stringify(name)} unasked`);
      },
    },
    close: async () => {},
    reader: (summary) => heldPart(summary, pages),
  };
}

/** The first line of a part. */
interface Header {
  /** Version of the engine that wrote it. */
  readonly engine: string;
  readonly summary: PartSummary;
}

function headerLine(summary: PartSummary): Buffer {
  return Buffer.from(`${JSON.stringify({ engine: engineVersion(), summary } satisfies Header)}\n`);
}

/** A part that another version of the engine wrote. It may mean something else there, so it is not read. */
export class OutdatedPart extends Error {}

/** The summary on the first line of a part. Throws `OutdatedPart`. */
export function readHeader(line: string): PartSummary {
  const { engine, summary } = JSON.parse(line) as Partial<Header>;
  if (engine !== engineVersion() || summary === undefined)
    throw new OutdatedPart(`The part was written by engine ${engine ?? 'unknown'}, this is ${engineVersion()}.`);
  return summary;
}

/** Reads a part from a file that holds what the part object holds. */
export async function openPartFile(file: string): Promise<PartReader> {
  const source = (): AsyncIterable<Buffer> => createReadStream(file) as AsyncIterable<Buffer>;
  for await (const line of splitLines(source())) {
    return { summary: readHeader(line), pages: () => withoutFirst(readPages(source())) };
  }
  throw new Error('A part is empty');
}

async function* readPages(source: AsyncIterable<Buffer>): AsyncGenerator<PageModel> {
  for await (const line of splitLines(source)) yield JSON.parse(line) as PageModel;
}

async function* withoutFirst<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  let first = true;
  for await (const item of source) {
    if (!first) yield item;
    first = false;
  }
}
