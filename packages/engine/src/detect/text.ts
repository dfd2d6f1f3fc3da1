import { decodeWide, findWideEncoding } from '../text/wide-encoding.ts';
import { withoutPreamble } from './preamble.ts';
import type { Signature } from './signature.ts';

/** The first type that a text is of: by its beginning, by its name's extension, then by its shape. */
export function findTextType<T extends { readonly signature: Signature }>(
  text: string,
  cut: boolean,
  fileName: string | undefined,
  types: readonly T[],
): T | undefined {
  const begin = withoutPreamble(text);
  const extension = /\.([a-z0-9]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase();
  return (
    types.find(({ signature: { text: mark } }) => (mark instanceof RegExp ? mark.test(begin) : mark?.(text))) ??
    (extension === undefined
      ? undefined
      : types.find(({ signature: { extensions } }) => extensions?.includes(extension))) ??
    types.find(({ signature: { looksLike } }) => looksLike?.(text, cut))
  );
}

/**
 * ASCII-compatible text is read as Latin-1, enough for shapes; undefined where control bytes say that it is no text.
 */
export function decodeText(head: Buffer): string | undefined {
  const wide = findWideEncoding(head);
  if (wide !== undefined) return decodeWide(head, wide);
  let controls = 0;
  // Most files that are no text show it here, at once.
  if (head.includes(0)) return undefined;
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]!;
    // Tab, line feed, vertical tab, form feed, carriage return and escape (as in ISO-2022) are text.
    if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  }
  if (controls > head.length / 1000) return undefined;
  return head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}
