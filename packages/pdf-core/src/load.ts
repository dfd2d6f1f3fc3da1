import { inflateSync } from 'node:zlib';
import { importCore } from './generate.ts';
import { quickTokens } from './lexer.ts';
import { installPolyfills } from './polyfills.ts';
import type { Core, CoreDict, CoreXRef } from './types.ts';

/** Bytes that one stream of a PDF may expand to. */
const MAX_STREAM_BYTES = 512 * 1024 * 1024;

let loading: Promise<Core> | undefined;

/** Loads the patched core once in a process (docs/decisions/003-pdfjs-core.md). */
export function loadCore(): Promise<Core> {
  loading ??= load();
  return loading;
}

/** Fonts whose program has to be read although the document maps their codes: some codes were missing in that map. */
export const needsProgram = new WeakSet<CoreDict>();

/** Documents that are read and not drawn: drawing one needs all of its fonts. */
export const textOnly = new WeakSet<CoreXRef>();

/** Documents of which only a part is here. */
export const partlyHere = new WeakSet<CoreXRef>();

/** The code that draws a font parses the program that was made of it, which has no dictionary. */
function isTextOnly(font: CoreDict | undefined): boolean {
  const xref = font?.xref;
  return xref !== null && xref !== undefined && textOnly.has(xref);
}

async function load(): Promise<Core> {
  installPolyfills();
  const core = await importCore();
  core.setVerbosityLevel(0);
  core.hooks.inflate = inflate;
  core.hooks.skipFontFile = (font, toUnicode) =>
    toUnicode instanceof core.BaseStream && isTextOnly(font) && !needsProgram.has(font);
  core.hooks.skipGlyphs = isTextOnly;
  core.hooks.trustCounts = (xref) => partlyHere.has(xref);
  core.hooks.tokens = quickTokens(core);
  return core;
}

/**
 * The same bytes as the core takes them: a plain array that begins where its buffer does, and that does not keep a much
 * larger one.
 */
export function wholeArray(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset === 0 && buffer.byteLength <= 2 * byteLength
    ? new Uint8Array(buffer, 0, byteLength)
    : new Uint8Array(bytes);
}

/** Null when zlib finds the data broken: the core's own decoder then gets as far as it can. */
function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return wholeArray(inflateSync(bytes, { maxOutputLength: MAX_STREAM_BYTES }));
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw Object.assign(new Error(`A stream expands to more than ${MAX_STREAM_BYTES} bytes.`), {
        code: 'limit_exceeded',
      });
    return null;
  }
}
