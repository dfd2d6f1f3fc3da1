import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';

const SCRIPT_ELEMENTS = new Set(
  'script iframe object embed frame base meta link form style svg math button textarea template'.split(' '),
);
const SCRIPT_URL = /^(?:(?:javascript|vbscript|file|about|blob):|data:(?!image\/))/i;
const URLS = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc', 'background', 'poster']);

const markdownIt = new MarkdownIt({ html: true, linkify: true });
// It would leave out links to scripts by itself.
markdownIt.validateLink = () => true;

/** Renderers that let HTML and all links through. */
const RENDERERS: Readonly<Record<string, (markdown: string) => string>> = {
  marked: (markdown) => marked.parse(markdown, { async: false }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
};

/** What a renderer that lets HTML through would execute of this Markdown. */
export function executableParts(markdown: string): string[] {
  return Object.entries(RENDERERS).flatMap(([name, render]) =>
    executableHtml(rendered(render, markdown)).map((part) => `${name}: ${part}`),
  );
}

/** Nothing where a renderer fails: marked 18 does on an empty item in a quote that a line without a mark follows. */
function rendered(render: (markdown: string) => string, markdown: string): string {
  try {
    return render(markdown);
  } catch {
    return '';
  }
}

function executableHtml(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SCRIPT_ELEMENTS.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) found.push(`${name} ${attribute}`);
        const url = value.replaceAll(/[\s\p{Cc}]/gu, '');
        if (URLS.has(attribute) && SCRIPT_URL.test(url)) found.push(`${name} ${attribute}=${url.slice(0, 40)}`);
      }
    },
  });
  parser.end(html);
  return found;
}
