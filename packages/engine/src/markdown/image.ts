import type { ImageInline } from '../document.ts';
import type { WriteOptions } from './options.ts';

/**
 * An image as a link to its file; without a stored body a comment keeps its place, and its alternative text for whoever
 * reads the source. Empty where placeholders are off.
 */
export function writeImage(image: ImageInline, options: WriteOptions): string {
  const alt = image.alt.replaceAll(/\s+/g, ' ').trim();
  if (image.asset !== undefined) {
    return `![${alt.replaceAll(/[\\[\]*_`<]/g, '\\$&')}](${options.imageFolder}${image.asset.replaceAll(/[\s<>()\\]/g, encodeURIComponent)})`;
  }
  if (!options.imagePlaceholders) return '';
  // Two hyphens would end an HTML comment early.
  return alt === '' ? '<!-- image -->' : `<!-- image: ${alt.replaceAll(/-{2,}/g, '—').replaceAll('>', '›')} -->`;
}
