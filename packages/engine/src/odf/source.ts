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
  /** An embedded formula, chart or document. */
  objectOf(object: XmlElement): OdfObject | undefined;
  /** The picture of a `draw:image`; undefined where it is missing. */
  imageOf(image: XmlElement): FlowImage | undefined;
}

/** A document within a document, with its own styles and parts. */
export interface OdfObject {
  readonly root: XmlElement;
  readonly source: OdfSource;
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
  const parts: Pick<OdfSource, 'content' | 'objectOf' | 'imageOf'> = {
    content,
    objectOf(object) {
      const root = elementsOf(object)[0];
      const automatic = elementsOf(childOf(root, 'office:automatic-styles'));
      return root && { root, source: { ...parts, styles: readStyles(styleElements(root), automatic) } };
    },
    imageOf(image) {
      const data = childOf(image, 'office:binary-data');
      return data && binaryImage(data, image.attributes['draw:mime-type'], ++images);
    },
  };
  const styles = readStyles(
    await childrenIn(content(), 'office:styles', flow),
    await childrenIn(content(), 'office:automatic-styles', flow),
  );
  return { ...parts, styles };
}

async function openArchive(archive: Archive, flow: Flow): Promise<OdfSource> {
  const content = (): AsyncIterable<Buffer> => archive.stream('content.xml');
  const objects = await readObjects(archive, flow);
  /** The parts of a document in a folder, which are called by their place from there. */
  const partsIn = (folder: string): Pick<OdfSource, 'content' | 'objectOf' | 'imageOf'> => {
    const nameOf = ({ attributes }: XmlElement): string =>
      posix.join(folder, attributes['xlink:href'] ?? '').replace(/^\/|\/$/g, '');
    return {
      content,
      objectOf(object) {
        const name = nameOf(object);
        const found = objects.get(name);
        // An object lies below its document, so that none is within itself.
        if (!found || !name.startsWith(folder)) return undefined;
        return { root: found.root, source: { ...partsIn(`${name}/`), styles: found.styles } };
      },
      imageOf(image) {
        const name = nameOf(image);
        return archive.has(name) ? partImage(archive, name) : undefined;
      },
    };
  };
  const styles = readStyles(
    styleElements(await readPart(archive, 'styles.xml', flow)),
    await childrenIn(content(), 'office:automatic-styles', flow),
  );
  return { ...partsIn(''), styles };
}

async function childrenIn(bytes: AsyncIterable<Buffer>, parent: string, flow: Flow): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const element of streamChildren(bytes, parent, flow.limits.depth)) found.push(element);
  return found;
}

interface EmbeddedRoot {
  readonly root: XmlElement;
  readonly styles: OdfStyles;
}

/** Formulas, charts and others are documents of their own, each in a folder of the archive. */
async function readObjects(archive: Archive, flow: Flow): Promise<ReadonlyMap<string, EmbeddedRoot>> {
  const objects = new Map<string, EmbeddedRoot>();
  for (const name of archive.names()) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1];
    const root = folder === undefined ? undefined : await readPart(archive, name, flow);
    if (folder === undefined || !root) continue;
    const named = await readPart(archive, `${folder}/styles.xml`, flow);
    const automatic = elementsOf(childOf(root, 'office:automatic-styles'));
    objects.set(folder, { root, styles: readStyles(styleElements(named), automatic) });
  }
  return objects;
}

async function readPart(archive: Archive, name: string, flow: Flow): Promise<XmlElement | undefined> {
  const bytes = await archive.read(name);
  return bytes && parseXml(bytes, flow.limits.depth);
}
