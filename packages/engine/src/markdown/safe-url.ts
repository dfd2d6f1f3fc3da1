/** Schemes of URLs that run what they contain, or read what a page must not. */
const UNSAFE_SCHEME = /^(?:javascript|vbscript|livescript|data|file|about|blob|filesystem):/i;
const SAFE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i;

/**
 * True for a URL that cannot run a script. Browsers leave out control characters and spaces around them; a character
 * reference in the scheme could be any letter of it.
 */
export function isSafeUrl(url: string): boolean {
  const text = url.replaceAll(/[\p{Cc}\s\\]/gu, '');
  const scheme = /^(?:[^/?#:&]|&#?)*:?/.exec(text)![0];
  return !/&(?:#|[a-z])/i.test(scheme) && (!UNSAFE_SCHEME.test(text) || SAFE_DATA.test(text));
}
