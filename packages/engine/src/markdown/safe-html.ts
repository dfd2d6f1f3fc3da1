import { isSafeUrl } from './safe-url.ts';

/** Elements that show something and run nothing. */
const ELEMENTS = new Set(
  `a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture
  pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr
  tt u ul var video wbr`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `align alt border cellpadding cellspacing cite class color colspan controls datetime dir face headers height href id
  lang loop media muted name open poster rel reversed rowspan scope size span src srcset start summary target title type
  valign width`.split(/\s+/),
);
const URLS = new Set(['cite', 'href', 'poster', 'src', 'srcset']);

const NAME = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
/** Values hold no `<` and no backtick: nothing within a tag that is kept could be taken for markup of its own. */
const ATTRIBUTE = /[ \t\n]+([A-Za-z_:][\w:.-]*)(?:[ \t\n]*=[ \t\n]*("[^"<`]*"|'[^'<`]*'|[^\s"'=<>`]+))?/y;
const END = /[ \t\n]*\/?>/y;

/** Characters of a `<pre>` or of a comment of several lines at most. */
const MOST = 5_000;

/** A part of a text, as it may be written, and where it ends in the text. */
export interface Rewritten {
  readonly html: string;
  readonly end: number;
}

/** The HTML tag that begins here, without what could run a script; undefined if it is not one of a harmless element. */
export function keepTag(text: string, at: number): Rewritten | undefined {
  const name = matchAt(NAME, text, at);
  if (name === null || !ELEMENTS.has(name[2]!.toLowerCase())) return undefined;
  let end = at + name[0].length;
  let html = name[0];
  for (let found = matchAt(ATTRIBUTE, text, end); found; found = matchAt(ATTRIBUTE, text, end)) {
    end += found[0].length;
    if (isSafeAttribute(found[1]!.toLowerCase(), found[2] ?? '')) html += found[0];
  }
  const last = matchAt(END, text, end);
  if (last === null) return undefined;
  end += last[0].length;
  // An element that goes on after a blank line would take in the fences there.
  if (/^<pre$/i.test(name[0]) && !/<\/pre>/i.test(text.slice(end, end + MOST))) return undefined;
  // In a block quote, a sign at the start of a line belongs to the quote, and the tag would end elsewhere.
  return /\n[ \t]*>/.test(text.slice(at, end)) ? undefined : { html: html + last[0], end };
}

function isSafeAttribute(name: string, value: string): boolean {
  if (!ATTRIBUTES.has(name) && !/^aria-[a-z]+$/.test(name)) return false;
  return !URLS.has(name) || isSafeUrl(value.replace(/^["']/, ''));
}

const AUTOLINK = /<(?:(?:https?|ftp|mailto|tel|xmpp):[^\s<>`"']*|[\w.+-]+@[\w.-]+)>/iy;
const COMMENT = /<!--(?!-?>)[^<>`\n]*-->/y;

/** The link in angle brackets that begins here, if it could not be taken for a tag with an event handler. */
export function keepAutolink(text: string, at: number): Rewritten | undefined {
  const link = matchAt(AUTOLINK, text, at)?.[0];
  return link === undefined || /\bon\w+=/i.test(link) ? undefined : { html: link, end: at + link.length };
}

/** The comment that begins here: as it is if it has one line, otherwise a space in its place. */
export function keepComment(text: string, at: number): Rewritten | undefined {
  const simple = matchAt(COMMENT, text, at)?.[0];
  if (simple !== undefined && !simple.slice(4, -3).includes('--')) return { html: simple, end: at + simple.length };
  if (!text.startsWith('<!--', at) || /^<!---?>/.test(text.slice(at, at + 6))) return undefined;
  const length = text.slice(at + 4, at + 4 + MOST).indexOf('-->');
  return length < 0 ? undefined : { html: ' ', end: at + 4 + length + 3 };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
