import type { FootnoteReference, ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';

/** What an HTML document refers to: its images, and the notes that its links lead to, where they are known. */
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

/** Images that the document carries as data. Linked ones are not fetched. */
export function createDataImages(flow: Flow): DataImages {
  const byName = new Map<string, FlowImage>();
  let count = 0;
  return {
    byName,
    image(element) {
      const alt = element.attributes['alt'] ?? '';
      const [, contentType, data] =
        /^data:([a-z/+.-]+);base64,(.*)$/is.exec(element.attributes['src']?.trim() ?? '') ?? [];
      const extension = imageExtension(contentType ?? '');
      if (extension === undefined || data === undefined) return { kind: 'image', alt };
      const name = `image-${++count}.${extension}`;
      if (!flow.includeImages) return { kind: 'image', alt };
      byName.set(name, {
        name,
        contentType: contentType!.toLowerCase(),
        load: () => Promise.resolve(new Uint8Array(Buffer.from(data, 'base64'))),
      });
      return { kind: 'image', asset: name, alt };
    },
  };
}

/** The extension of images of a type, undefined for types that are not stored. */
export function imageExtension(contentType: string): string | undefined {
  return EXTENSIONS[contentType.toLowerCase()];
}
