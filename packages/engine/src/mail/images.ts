import type { CarriedImage } from '../html/references.ts';

/** An image that travels with a message or a web page. */
export interface MailImage extends CarriedImage {
  /** Its name in the HTML: `cid:` and its Content-ID, or its Content-Location. */
  readonly references: readonly string[];
}

/** Finds images by what the HTML calls them. */
export function createImageFinder(images: readonly MailImage[]): (source: string) => MailImage | undefined {
  const byReference = new Map<string, MailImage>();
  for (const image of images) for (const reference of image.references) byReference.set(normalize(reference), image);
  return (source) => byReference.get(normalize(source));
}

function normalize(reference: string): string {
  const trimmed = reference.trim();
  if (!/^cid:/i.test(trimmed)) return trimmed;
  try {
    return `cid:${decodeURIComponent(trimmed.slice(4))}`;
  } catch {
    return `cid:${trimmed.slice(4)}`;
  }
}
