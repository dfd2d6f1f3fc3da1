import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** One file, as it is served: read and compressed on its first use, since both take a while. */
export interface Asset {
  readonly contentType: string;
  readonly body: Buffer;
  readonly brotli: () => Buffer;
}

export function makeAsset(contentType: string, text: () => string): Asset {
  let made: Buffer | undefined;
  let compressed: Buffer | undefined;
  const body = (): Buffer => (made ??= Buffer.from(text()));
  return {
    contentType,
    get body() {
      return body();
    },
    brotli: () => (compressed ??= brotliCompressSync(body(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  };
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
/** Style sheets of the console, each for one part of it. */
const STYLES = ['controls', 'shell', 'jobs', 'intake', 'result', 'document', 'account'];
const PAGE = new URL('./page/', import.meta.url);
const COMPILED = import.meta.url.endsWith('.js');
/** Scripts of the API reference, which serves them itself. */
const OF_REFERENCE = new Set(['reference', 'sample-pdf']);

/**
 * All files of the console by their path. They lie beside this file: TypeScript in a checkout, whose types are
 * stripped, or JavaScript in an image.
 */
export function consoleAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  const add = (path: string, contentType: string, text: () => string): void =>
    void assets.set(path, makeAsset(contentType, text));
  const addInstalled = (path: string, name: string, file = (main: string): string => main): void =>
    add(path, SCRIPT, () => readFileSync(file(createRequire(import.meta.url).resolve(name)), 'utf8'));
  const names = scriptNames();
  add('/', HTML, () => page(names));
  add('/console/style.css', CSS, () => styleSheet(...STYLES));
  for (const name of names) add(`/console/${name}.js`, SCRIPT, () => pageScript(name));
  addInstalled('/console/marked.js', 'marked');
  addInstalled('/console/purify.js', 'dompurify', (main) => main.replace(/purify\.cjs\.js$/, 'purify.es.mjs'));
  addInstalled('/console/fflate.js', 'fflate', (main) => join(dirname(main), '../esm/browser.js'));
  addInstalled('/console/katex.js', 'katex', (main) => join(dirname(main), 'katex.mjs'));
  return assets;
}

/** Loads all scripts at once: each names the next ones only when it is there. */
function page(scripts: readonly string[]): string {
  const preloads = scripts.map((name) => `<link rel="modulepreload" href="/console/${name}.js" />`);
  return readFileSync(new URL('page.html', PAGE), 'utf8').replace('</head>', `${preloads.join('')}</head>`);
}

/** Scripts of the page folder by their path, without the ending. */
function scriptNames(): string[] {
  const ending = COMPILED ? '.js' : '.ts';
  return readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length).replaceAll('\\', '/'))
    .filter((name) => !OF_REFERENCE.has(name));
}

/** Style sheets of the page folder, after what all pages share. */
export const styleSheet = (...names: readonly string[]): string =>
  ['theme', ...names].map((file) => readFileSync(new URL(`${file}.css`, PAGE), 'utf8')).join('');

/** A script of the page folder as a browser runs it. */
export function pageScript(name: string): string {
  const text = readFileSync(new URL(`${name}.${COMPILED ? 'js' : 'ts'}`, PAGE), 'utf8');
  // Modules name each other by their source; a browser asks for what is served.
  return (COMPILED ? text : stripTypeScriptTypes(text))
    .replaceAll(/from '(\.{1,2}\/[a-z./-]+)\.ts'/g, "from '$1.js'")
    .replaceAll("import('katex')", "import('/console/katex.js')")
    .replaceAll("import('fflate')", "import('/console/fflate.js')")
    .replaceAll("from 'marked'", "from '/console/marked.js'")
    .replaceAll("from 'dompurify'", "from '/console/purify.js'");
}
