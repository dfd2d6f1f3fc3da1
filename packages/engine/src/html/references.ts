import type { FootnoteReference, ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';

/** The references of an HTML document: its images, and the notes that its links lead to, if they are known. */
export interface HtmlReferences {
  image(element: XmlElement): ImageInline;
  note?(element: XmlElement): FootnoteReference | undefined;
}

export interface DataImages extends HtmlReferences {
  readonly byName: ReadonlyMap<string, FlowImage>;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
};

/** An image that comes with a document. */
export interface CarriedImage {
  readonly contentType: string;
  load(): Promise<Uint8Array>;
}

/**
 * Images that the document carries as data, or that `carried` finds beside it by what the document calls them. Linked
 * ones are not fetched.
 */
export function createDataImages(flow: Flow, carried?: (source: string) => CarriedImage | undefined): DataImages {
  const byName = new Map<string, FlowImage>();
  const names = new Map<CarriedImage, string>();
  let count = 0;
  return {
    byName,
    image(element) {
      const alt = element.attributes['alt'] ?? '';
      const source = element.attributes['src']?.trim() ?? '';
      const found = carried?.(source) ?? readData(source);
      const extension = imageExtension(found?.contentType ?? '');
      if (!found || extension === undefined || !flow.includeImages) return { kind: 'image', alt };
      const name = names.get(found) ?? `image-${++count}.${extension}`;
      names.set(found, name);
      byName.set(name, { name, contentType: found.contentType.toLowerCase(), load: found.load });
      return { kind: 'image', asset: name, alt };
    },
  };
}

function readData(source: string): CarriedImage | undefined {
  const [, contentType, data] = /^data:([a-z/+.-]+);base64,(.*)$/is.exec(source) ?? [];
  if (contentType === undefined || data === undefined) return undefined;
  return { contentType, load: () => Promise.resolve(new Uint8Array(Buffer.from(data, 'base64'))) };
}

/** The extension of images of a type, undefined for types that are not stored. */
export function imageExtension(contentType: string): string | undefined {
  return EXTENSIONS[contentType.toLowerCase()];
}
