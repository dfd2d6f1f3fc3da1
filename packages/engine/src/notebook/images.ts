import type { ImageInline } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { imageExtension } from '../html/references.ts';
import { writeImage } from '../markdown/image.ts';
import { DEFAULT_WRITE_OPTIONS } from '../markdown/options.ts';
import { fieldOf, textOf } from './values.ts';

/** The images of a notebook, numbered as they come. */
export interface NotebookImages {
  /** An image of a bundle of forms by content type, undefined where none of them is one. */
  read(bundle: unknown, alt: string): { readonly image: ImageInline; readonly files: readonly FlowImage[] } | undefined;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'image/bmp'];

export function createNotebookImages(flow: Flow): NotebookImages {
  let count = 0;
  return {
    read(bundle, alt) {
      const contentType = TYPES.find((type) => textOf(fieldOf(bundle, type)) !== '');
      if (contentType === undefined) return undefined;
      const name = `image-${++count}.${imageExtension(contentType)}`;
      if (!flow.includeImages) return { image: { kind: 'image', alt }, files: [] };
      const data = textOf(fieldOf(bundle, contentType));
      const bytes = Buffer.from(data, contentType === 'image/svg+xml' ? 'utf8' : 'base64');
      return {
        image: { kind: 'image', asset: name, alt },
        files: [{ name, contentType, load: () => Promise.resolve(new Uint8Array(bytes)) }],
      };
    },
  };
}

/** An image in Markdown that the cell carries with it (`attachment:`) or whose address is its data. */
const CARRIED = /!\[([^[\]]*)\]\((?:attachment:([^)\s]+)|data:([\w/+.-]+);base64,([\w+/=\s]+))\)/g;

/** Adds a cell's Markdown as it is, with the images that it carries as artifacts. */
export async function addAttachments(
  source: string,
  attachments: unknown,
  images: NotebookImages,
  flow: Flow,
): Promise<void> {
  const files: FlowImage[] = [];
  const markdown = source.replaceAll(CARRIED, (_, ...captures: (string | undefined)[]) => {
    const [alt = '', name, type, data] = captures;
    const bundle = name === undefined ? { [type ?? '']: data } : fieldOf(attachments, name);
    const read = images.read(bundle, alt);
    if (!read) flow.warn('image-missing', name);
    files.push(...(read?.files ?? []));
    return writeImage(read?.image ?? { kind: 'image', alt }, DEFAULT_WRITE_OPTIONS);
  });
  if (markdown.trim() !== '') await flow.add({ kind: 'verbatim', markdown: markdown.trim() }, files);
}
