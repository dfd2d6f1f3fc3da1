import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** One file, as it is served: compressed on its first use, since the compressing takes a while. */
export interface Asset {
  readonly contentType: string;
  readonly body: Buffer;
  readonly brotli: () => Buffer;
}

export function makeAsset(contentType: string, text: string): Asset {
  const body = Buffer.from(text);
  let compressed: Buffer | undefined;
  return {
    contentType,
    body,
    brotli: () => (compressed ??= brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  };
}

/** The same of a text that is made on its first use. */
export function lazyAsset(contentType: string, text: () => string): Asset {
  let made: Asset | undefined;
  const asset = (): Asset => (made ??= makeAsset(contentType, text()));
  return {
    contentType,
    get body() {
      return asset().body;
    },
    brotli: () => asset().brotli(),
  };
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const SCRIPTS =
  'main client dom account intake job-list filter download result receipt side-by-side blocks scroll pages markdown notes math'.split(
    ' ',
  );

/**
 * All files of the console by their path. They lie beside this file: TypeScript in a checkout, whose types are
 * stripped, or JavaScript in an image.
 */
export function consoleAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  const add = (path: string, contentType: string, text: string): void =>
    void assets.set(path, makeAsset(contentType, text));
  add('/', HTML, readFileSync(new URL('./page/page.html', import.meta.url), 'utf8'));
  add('/console/style.css', CSS, styleSheet('style'));
  for (const name of SCRIPTS) add(`/console/${name}.js`, SCRIPT, pageScript(name));
  const installed = createRequire(import.meta.url);
  add('/console/marked.js', SCRIPT, readFileSync(installed.resolve('marked'), 'utf8'));
  add(
    '/console/purify.js',
    SCRIPT,
    readFileSync(installed.resolve('dompurify').replace(/purify\.cjs\.js$/, 'purify.es.mjs'), 'utf8'),
  );
  add(
    '/console/fflate.js',
    SCRIPT,
    readFileSync(join(dirname(installed.resolve('fflate')), '../esm/browser.js'), 'utf8'),
  );
  add('/console/katex.js', SCRIPT, readFileSync(join(dirname(installed.resolve('katex')), 'katex.mjs'), 'utf8'));
  return assets;
}

/** A style sheet of the page folder, after what all pages share. */
export const styleSheet = (name: string): string =>
  ['theme', name].map((file) => readFileSync(new URL(`./page/${file}.css`, import.meta.url), 'utf8')).join('');

/** A script of the page folder as a browser runs it. */
export function pageScript(name: string): string {
  const compiled = import.meta.url.endsWith('.js');
  const text = readFileSync(new URL(`./page/${name}.${compiled ? 'js' : 'ts'}`, import.meta.url), 'utf8');
  // Modules name each other by their source; a browser asks for what is served.
  return (compiled ? text : stripTypeScriptTypes(text))
    .replaceAll(/from '\.\/([a-z-]+)\.ts'/g, "from './$1.js'")
    .replaceAll("import('katex')", "import('./katex.js')")
    .replaceAll("import('fflate')", "import('./fflate.js')")
    .replaceAll("from 'marked'", "from './marked.js'")
    .replaceAll("from 'dompurify'", "from './purify.js'");
}
