import { readdirSync, readFileSync } from 'node:fs';
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
  const add = (path: string, contentType: string, text: string): void =>
    void assets.set(path, makeAsset(contentType, text));
  // All scripts at once: each names the next ones only when it is there.
  const preloads = scriptNames().map((name) => `<link rel="modulepreload" href="/console/${name}.js" />`);
  add('/', HTML, readFileSync(new URL('page.html', PAGE), 'utf8').replace('</head>', `${preloads.join('')}</head>`));
  add('/console/style.css', CSS, styleSheet(...STYLES));
  for (const name of scriptNames()) add(`/console/${name}.js`, SCRIPT, pageScript(name));
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
