import { posix } from 'node:path';
import type { Archive } from '../archive/open-archive.ts';
import type { ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { partImage } from '../ooxml/package.ts';
import { resolveHref } from './names.ts';

/** The images of a book by their parts. */
export interface BookImages {
  /** The part that a chapter's image names; empty for one outside of the book. */
  partOf(chapter: string, source: string | undefined): string;
  read(part: string, alt: string): ImageInline;
  image(name: string): FlowImage | undefined;
}

export function createBookImages(archive: Archive, flow: Flow): BookImages {
  const byName = new Map<string, { readonly part: string; readonly image: FlowImage }>();
  return {
    partOf: (chapter, source = '') =>
      /^[a-z][a-z\d+.-]*:/i.test(source) ? '' : resolveHref(posix.dirname(chapter), source).part,
    read(part, alt) {
      if (!archive.has(part)) {
        if (part !== '') flow.warn('image-missing', posix.basename(part));
        return { kind: 'image', alt };
      }
      if (!flow.includeImages) return { kind: 'image', alt };
      const image = partImage(archive, part);
      // Folders of a book may hold images of one name.
      let { name } = image;
      for (let n = 2; (byName.get(name)?.part ?? part) !== part; n++) name = `${n}-${image.name}`;
      byName.set(name, { part, image: { ...image, name } });
      return { kind: 'image', asset: name, alt };
    },
    image: (name) => byName.get(name)?.image,
  };
}
