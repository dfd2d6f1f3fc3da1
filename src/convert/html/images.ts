import type { ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';

/** Images of an HTML document: those that it carries as data. Linked ones are not fetched. */
export interface HtmlImages {
  read(element: XmlElement): ImageInline;
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

export function createHtmlImages(flow: Flow): HtmlImages {
  const byName = new Map<string, FlowImage>();
  let count = 0;
  return {
    byName,
    read(element) {
      const alt = element.attributes['alt'] ?? '';
      const [, contentType, data] =
        /^data:([a-z/+.-]+);base64,(.*)$/is.exec(element.attributes['src']?.trim() ?? '') ?? [];
      const extension = EXTENSIONS[contentType?.toLowerCase() ?? ''];
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
