import type { ApiDeps } from '../../deps.ts';
import { readArtifact, readMarkdown } from '../../convert/run.ts';
import type { Manifest } from '../../../records/types.ts';
import { dataUrl, loadImages, relinkImages, measureImage, type LoadedImage } from '../images.ts';
import { breakPages, readDocument, type DocumentJson } from '../read-document.ts';
import { writeHtml } from '../write-html.ts';
import { writeText } from '../write-text.ts';
import type { Presentation } from './options.ts';

/** A document in the formats that were asked for. */
export interface DoclingContents {
  readonly md?: string;
  readonly text?: string;
  readonly html?: string;
  readonly json?: object;
  /** Those that the formats name as files. */
  readonly images: readonly LoadedImage[];
}

interface Asked {
  readonly presentation: Presentation;
  readonly fileName: string;
  /** Where an image is that is a file. */
  readonly fileUrl: (image: LoadedImage) => string;
}

export async function readContents(deps: ApiDeps, manifest: Manifest, asked: Asked): Promise<DoclingContents> {
  const { presentation, fileName } = asked;
  const { formats, chunks } = presentation;
  const has = (kind: string): boolean => manifest.artifacts.some((entry) => entry.kind === kind);
  const document = has('document') ? await readDocument(deps, manifest) : undefined;
  const images =
    presentation.images === 'placeholder' ? new Map<string, LoadedImage>() : await loadImages(deps, manifest);
  const isReferenced = presentation.images === 'referenced';
  const urlOf = isReferenced ? asked.fileUrl : dataUrl;
  const imageUrl = (name: string): string | undefined => (images.has(name) ? urlOf(images.get(name)!) : undefined);
  const asJson = formats.includes('json') || chunks?.withDocument;
  return {
    ...(formats.includes('md') && {
      md: relinkImages(await markdownWith(deps, manifest, document, presentation.pageBreak), images.values(), urlOf),
    }),
    ...(formats.includes('text') && { text: writeText(document!.blocks) }),
    ...(formats.includes('html') && { html: writeHtml(document!.blocks, { title: fileName, imageUrl }) }),
    ...(asJson && {
      json: withPictures(await readDocling(deps, manifest), document, (name) => encodePicture(images.get(name), urlOf)),
    }),
    images: isReferenced ? [...images.values()] : [],
  };
}

async function markdownWith(
  deps: ApiDeps,
  manifest: Manifest,
  document: DocumentJson | undefined,
  pageBreak: string,
): Promise<string> {
  const markdown = await readMarkdown(deps, manifest);
  return document && pageBreak ? breakPages(markdown, document.blocks, () => pageBreak) : markdown.toString('utf8');
}

interface DoclingDocument {
  readonly pictures: object[];
}

const readDocling = async (deps: ApiDeps, manifest: Manifest): Promise<DoclingDocument> =>
  JSON.parse((await readArtifact(deps, manifest, 'docling')).body.toString('utf8')) as DoclingDocument;

/** The pictures of a DoclingDocument are the figures of the document, in their order. */
function withPictures(
  docling: DoclingDocument,
  document: DocumentJson | undefined,
  imageOf: (name: string) => object | undefined,
): object {
  const figures = document?.blocks.filter(({ role, rows }) => role === 'figure' && !rows) ?? [];
  const pictures = docling.pictures.map((picture, n) => {
    const name = figures[n]?.image;
    const image = name === undefined ? undefined : imageOf(name);
    return image ? { ...picture, image } : picture;
  });
  return { ...docling, pictures };
}

/** An ImageRef; undefined for kinds of images that docling's readers do not open. */
function encodePicture(image: LoadedImage | undefined, urlOf: (image: LoadedImage) => string): object | undefined {
  const size = image && measureImage(image);
  return size && { mimetype: image.contentType, dpi: 72, size, uri: urlOf(image) };
}
