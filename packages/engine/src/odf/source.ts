import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { withArchive } from '../archive/open-archive.ts';
import type { Archive } from '../archive/open-archive.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { partImage } from '../ooxml/package.ts';
import type { SourceFile } from '../source.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';
import { streamChildren } from '../xml/stream.ts';
import { binaryImage } from './binary-image.ts';
import { readStyles, styleElements } from './styles.ts';
import type { OdfStyles } from './styles.ts';

/** The parts of a document: in an archive, or in one flat XML file (ODF 1.3 part 3, 2.2.1). */
export interface OdfSource {
  /** The part with the body. */
  content(): AsyncIterable<Buffer>;
  readonly styles: OdfStyles;
  /** The root of an embedded formula or chart. */
  rootOf(object: XmlElement): XmlElement | undefined;
  /** The picture of a `draw:image`; undefined where it is missing. */
  imageOf(image: XmlElement): FlowImage | undefined;
}

/** Opens a document for as long as `use` runs. */
export async function withSource<T>(file: SourceFile, flow: Flow, use: (source: OdfSource) => Promise<T>): Promise<T> {
  if (await isFlat(file)) return await use(await openFlat(file, flow));
  return await withArchive(file, flow.limits, async (archive) => await use(await openArchive(archive, flow)));
}

/** An archive begins with `PK`, which no XML does. */
async function isFlat(file: SourceFile): Promise<boolean> {
  for await (const chunk of createReadStream(file.path, { end: 1 })) return chunk.toString('latin1') !== 'PK';
  return false;
}

async function openFlat(file: SourceFile, flow: Flow): Promise<OdfSource> {
  const content = (): AsyncIterable<Buffer> => createReadStream(file.path);
  let images = 0;
  return {
    content,
    styles: readStyles(
      await childrenIn(content(), 'office:styles', flow),
      await childrenIn(content(), 'office:automatic-styles', flow),
    ),
    rootOf: (object) => elementsOf(object)[0],
    imageOf(image) {
      const data = childOf(image, 'office:binary-data');
      return data && binaryImage(data, image.attributes['draw:mime-type'], ++images);
    },
  };
}

async function openArchive(archive: Archive, flow: Flow): Promise<OdfSource> {
  const content = (): AsyncIterable<Buffer> => archive.stream('content.xml');
  const objects = await readObjects(archive, flow);
  return {
    content,
    styles: readStyles(
      styleElements(await readPart(archive, 'styles.xml', flow)),
      await childrenIn(content(), 'office:automatic-styles', flow),
    ),
    rootOf: ({ attributes }) => objects.get(posix.normalize(attributes['xlink:href'] ?? '').replace(/\/$/, '')),
    imageOf({ attributes }) {
      const part = posix.normalize(attributes['xlink:href'] ?? '').replace(/^\.?\//, '');
      return archive.has(part) ? partImage(archive, part) : undefined;
    },
  };
}

async function childrenIn(bytes: AsyncIterable<Buffer>, parent: string, flow: Flow): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const element of streamChildren(bytes, parent, flow.limits.depth)) found.push(element);
  return found;
}

/** Formulas and charts are documents of their own in a folder of the archive. */
async function readObjects(archive: Archive, flow: Flow): Promise<ReadonlyMap<string, XmlElement>> {
  const objects = new Map<string, XmlElement>();
  for (const name of archive.names()) {
    const folder = /^([^/]+)\/content\.xml$/.exec(name)?.[1];
    const root = folder === undefined ? undefined : await readPart(archive, name, flow);
    if (folder !== undefined && root) objects.set(folder, root);
  }
  return objects;
}

async function readPart(archive: Archive, name: string, flow: Flow): Promise<XmlElement | undefined> {
  const bytes = await archive.read(name);
  return bytes && parseXml(bytes, flow.limits.depth);
}
