import { Parser } from 'htmlparser2';
import { Failure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';
import { hasHiddenText, hasUnchosenOptions } from './left-out.ts';
import { plainTree } from './plain-tree.ts';
import { createScriptReader, formulaOfScript } from './scripts.ts';

interface HtmlTree {
  readonly root: XmlElement;
  /** Kinds: elements too deep are taken for their parents' content, and what no browser shows is left out. */
  readonly warnings: readonly string[];
}

/** What is known of HTML besides its text. `part`: where it is in its document, for warnings. */
interface HtmlFacts {
  readonly xhtml?: boolean;
  readonly address?: string | undefined;
  readonly part?: string;
}

/**
 * Levels beyond the limit that are flattened: pages with unclosed tags have hundreds, and the parser's time grows with
 * the square.
 */
const BEYOND = 10_000;

/** Elements whose content is never text of the document. */
const DROPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'embed',
  'applet',
  'audio',
  'video',
  'canvas',
  'head',
  'datalist',
  'frameset',
  'noframes',
]);

/**
 * Elements that would take the rest of the document for their text, where an author has closed them in their own tag.
 */
const SELF_CLOSED = /<(title|script|style|iframe|textarea|noscript|noframes|noembed|xmp)\b([^<>]*)\/>/gi;

/** XHTML declares itself in one of three places (XHTML 1.0, 3.1.1; HTML, 14.1). */
const XHTML =
  /^\s*(?:<\?xml\b|(?:<!--[^]*?-->\s*)*<!DOCTYPE\s+html\s+PUBLIC\s+["']-\/\/(?:W3C|WAPFORUM)\/\/DTD\s+XHTML|(?:<[!?][^>]*>\s*)*<html\b[^>]*\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml)/i;

/** Any prefix may stand for HTML or MathML, but not those of Office. */
const PREFIX = /^(?![ovw]:)[\w-]+:/;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/**
 * Builds a tree from HTML in pieces. Scripts and styles do not get into it, and what pages do in many ways is in plain
 * HTML: formulas are `math`, lists of Word are lists. In `xhtml`, which a document may also say itself, an element may
 * close itself; in a book, a picture in SVG becomes an `img`, since covers are written so. Throws `limit_exceeded` for
 * absurd nesting.
 */
export async function parseHtml(
  pieces: AsyncIterable<string> | Iterable<string>,
  flow: Pick<Flow, 'limits' | 'warn'>,
  { xhtml = false, address, part }: HtmlFacts = {},
): Promise<XmlElement> {
  const { depth } = flow.limits;
  let builder: TreeBuilder | undefined;
  let rest = '';
  for await (const piece of pieces) {
    builder ??= createTreeBuilder(depth, { book: xhtml, selfClosing: xhtml || XHTML.test(piece.slice(0, HEAD)) });
    // A tag may begin in one piece and end in the next.
    const text = rest + piece;
    const cut = text.lastIndexOf('<');
    rest = cut < 0 || text.length - cut > TAG ? '' : text.slice(cut);
    builder.write(rest === '' ? text : text.slice(0, cut));
  }
  builder ??= createTreeBuilder(depth, { book: xhtml, selfClosing: xhtml });
  builder.write(rest);
  const { root, warnings } = builder.end(address);
  for (const kind of warnings) flow.warn(kind, part);
  return root;
}

const HEAD = 4096;
/** Characters of a tag that may stand in two pieces, at most. */
const TAG = 4096;

interface TreeBuilder {
  write(piece: string): void;
  end(address: string | undefined): HtmlTree;
}

function createTreeBuilder(
  depth: number,
  { book, selfClosing }: { readonly book: boolean; readonly selfClosing: boolean },
): TreeBuilder {
  const root: Open = { name: '', attributes: {}, children: [] };
  const stack: Open[] = [root];
  /** Elements open beyond the limit, and inside a dropped element. */
  let beyond = 0;
  let dropped = 0;
  let flattened = false;
  let base: string | undefined;
  const scripts = createScriptReader();
  const open = (name: string, attributes: Open['attributes']): Open => {
    const element: Open = { name, attributes, children: [] };
    stack.at(-1)!.children.push(element);
    return element;
  };
  const flatten = (): void => {
    beyond++;
    flattened = true;
    if (beyond > BEYOND)
      throw new Failure('limit_exceeded', `The document is nested deeper than ${depth + BEYOND} levels.`);
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = selfClosing ? tag.replace(PREFIX, '') : tag;
        if (book && name === 'image') open('img', { ...attributes, src: imageOf(attributes) });
        if (name === 'base') base ??= attributes['href']?.trim();
        scripts.open(name, attributes);
        const element = dropped > 0 ? undefined : elementFor(name, attributes);
        if (!element) dropped++;
        else if (stack.length >= depth) flatten();
        else stack.push(open(...element));
      },
      ontext(text) {
        if (dropped > 0) return scripts.text(text);
        // Entities part a text.
        const { children } = stack.at(-1)!;
        const last = children.at(-1);
        if (typeof last === 'string') children[children.length - 1] = last + text;
        else children.push(text);
      },
      onclosetag() {
        if (dropped > 0) dropped--;
        else if (beyond > 0) beyond--;
        else if (stack.length > 1) stack.pop();
      },
    },
    { decodeEntities: true, recognizeSelfClosing: selfClosing, recognizeCDATA: selfClosing },
  );
  return {
    write: (piece) => parser.write(selfClosing ? piece : piece.replaceAll(SELF_CLOSED, '<$1$2></$1>')),
    end(address) {
      parser.end();
      const settings = { base: base ?? address, tex: scripts.tex() };
      return finishTree(root, plainTree(root, settings), flattened);
    },
  };
}

/** Of a menu, only the choice is left in the plain tree. */
function finishTree(stated: XmlElement, root: XmlElement, flattened: boolean): HtmlTree {
  const warnings = [
    ...(flattened ? ['nesting-flattened'] : []),
    ...(hasHiddenText(root) ? ['hidden-text-left-out'] : []),
    ...(hasUnchosenOptions(stated) ? ['option-left-out'] : []),
  ];
  return { root, warnings };
}

/** An element as it stands in the tree; undefined if it is dropped with its content. Formulas may be in scripts. */
function elementFor(name: string, attributes: Open['attributes']): [string, Open['attributes']] | undefined {
  const formula = name === 'script' ? formulaOfScript(attributes) : undefined;
  if (formula) return ['math', formula];
  if (name === 'object') return isShown(attributes) ? undefined : [name, attributes];
  return DROPPED.has(name) && !isShadowRoot(name, attributes) ? undefined : [name, attributes];
}

/** What browsers show of an object; for any other they show its content (HTML, 4.8.7). */
function isShown({ type, data = '' }: Open['attributes']): boolean {
  return type === undefined
    ? /^data:image|\.(?:svgz?|png|jpe?g|gif|webp|avif|x?html?|pdf|mp[34]|webm|ogg)(?:[?#]|$)/i.test(data)
    : /^(?:image|video|audio)\/|^text\/html|^application\/(?:pdf|xhtml)/i.test(type);
}

/** A shadow root that the page states is what browsers show in its place (HTML, 4.12.3). */
function isShadowRoot(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return (
    name === 'template' && /^(?:open|closed)$/i.test(attributes['shadowrootmode'] ?? attributes['shadowroot'] ?? '')
  );
}

function imageOf(attributes: Readonly<Record<string, string>>): string {
  return attributes['xlink:href'] ?? attributes['href'] ?? '';
}
