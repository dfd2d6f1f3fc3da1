import type { FlowImage } from '../flow/flow.ts';
import { textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** Extensions by content type, and how the Base64 of such a picture begins. */
const KINDS: readonly (readonly [contentType: string, extension: string, start: RegExp])[] = [
  ['image/png', 'png', /^iVBORw0KGgo/],
  ['image/jpeg', 'jpg', /^\/9j\//],
  ['image/gif', 'gif', /^R0lGOD/],
  ['image/webp', 'webp', /^UklGR/],
  ['image/svg+xml', 'svg', /^(?:77u\/)?PD94|^PHN2Z/],
  ['image/bmp', 'bmp', /^Qk/],
];

/** A picture that lies in the XML itself, as Base64 (ODF 1.3 part 3, 19.27). It has no name; `number` gives it one. */
export function binaryImage(data: XmlElement, stated: string | undefined, number: number): FlowImage {
  const base64 = textOf(data).trim();
  const [contentType, extension] = KINDS.find(([, , start]) => start.test(base64)) ??
    KINDS.find(([type]) => type === stated) ?? ['application/octet-stream', 'bin'];
  return {
    name: `image${number}.${extension}`,
    contentType,
    load: async () => Buffer.from(base64, 'base64'),
  };
}
