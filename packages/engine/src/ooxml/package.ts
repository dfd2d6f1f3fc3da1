import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.ts';
import { Failure, isFailure } from '../failure.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { parseXml } from '../xml/parse.ts';

/** A relationship of a part (ECMA-376 part 2, 9.3). */
export interface Relationship {
  readonly id: string;
  /** Last segment of the type's URI: `image`, `hyperlink`, `slide`, … */
  readonly type: string;
  /** Name of the part, or the URL of an external target. */
  readonly target: string;
  readonly external: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

/** An OOXML document: parts by name, and how they refer to each other. */
export interface OoxmlPackage {
  readonly archive: Archive;
  /** A part as a tree, undefined when there is none. Throws `Failure`. */
  readXml(part: string): Promise<XmlElement | undefined>;
  /** The same for a part beside the main one: one that is damaged is left out with a warning. */
  readSidePart(part: string, prepare?: (bytes: Buffer) => Buffer): Promise<XmlElement | undefined>;
  relationships(part: string): Promise<Relationships>;
  /** The part that the package's relationships call the document. */
  mainPart(): Promise<string>;
}

/** Reads an OOXML document's parts from its archive. */
export function openPackage(archive: Archive, { limits, warn }: Pick<Flow, 'limits' | 'warn'>): OoxmlPackage {
  const resolve = createResolver(archive);
  const readXml = async (part: string): Promise<XmlElement | undefined> => {
    const bytes = await archive.read(part);
    return bytes && parseXml(bytes, limits.depth);
  };
  const readSidePart: OoxmlPackage['readSidePart'] = async (part, prepare = (bytes) => bytes) => {
    try {
      const bytes = await archive.read(part);
      return bytes && parseXml(prepare(bytes), limits.depth);
    } catch (error) {
      if (!isFailure(error) || error.code !== 'corrupt_document') throw error;
      warn('document-repaired', part);
      return undefined;
    }
  };
  const relationships = async (part: string): Promise<Relationships> => {
    const folder = posix.dirname(part);
    const root = await readXml(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
    const found = new Map<string, Relationship>();
    for (const { attributes } of elementsOf(root)) {
      const { Id: id, Type: type = '', Target: target } = attributes;
      if (id === undefined || target === undefined) continue;
      const external = attributes['TargetMode'] === 'External';
      found.set(id, {
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target: external ? target : resolve(folder, target),
        external,
      });
    }
    return found;
  };
  return {
    archive,
    readXml,
    readSidePart,
    relationships,
    async mainPart() {
      for (const { type, target } of (await relationships('')).values()) if (type === 'officeDocument') return target;
      throw new Failure('corrupt_document', 'The document does not declare its main part.');
    },
  };
}

/** Finds the part that a target names: names are the same in upper and lower case (ECMA-376 part 2, 6.2.2.3). */
function createResolver(archive: Archive): (folder: string, target: string) => string {
  let names: Map<string, string> | undefined;
  return (folder, target) => {
    const path = target.startsWith('/') ? target : posix.join('/', folder, target);
    const name = posix.normalize(decodePath(path)).replace(/^\/+/, '');
    if (archive.has(name)) return name;
    names ??= new Map(Array.from(archive.names(), (each) => [each.toLowerCase(), each]));
    return names.get(name.toLowerCase()) ?? name;
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  emf: 'image/emf',
  wmf: 'image/wmf',
  wdp: 'image/vnd.ms-photo',
  jfif: 'image/jpeg',
};

/**
 * The image in a part, its bytes untouched. Its name is the part's, with characters that links would have to escape
 * replaced.
 */
export function partImage(archive: Archive, part: string): FlowImage {
  const base = posix.basename(part);
  const extension = posix.extname(base).slice(1).toLowerCase();
  return {
    name: base.replaceAll(/[^\w.-]+/g, '-'),
    contentType: IMAGE_TYPES[extension] ?? 'application/octet-stream',
    load: async () => await archive.read(part),
  };
}

/**
 * Alternative text of a drawing's properties, without what programs write there of themselves: file names and notes on
 * how the text was made.
 */
export function altText(properties: XmlElement | undefined): string {
  const text = (properties?.attributes['descr'] ?? properties?.attributes['title'] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:Description automatically generated.*|AI-generated content may be incorrect\.?)\s*$/i, '')
    .trim();
  return /^\S+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$/i.test(text) ? '' : text;
}
