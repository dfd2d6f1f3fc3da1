import { Parser } from 'htmlparser2';
import { marked } from 'marked';

const SCRIPT_ELEMENTS = new Set(['script', 'iframe', 'object', 'embed', 'frame', 'base', 'meta', 'link', 'form']);
const SAFE_URL = /^(?:https?:|mailto:|tel:|data:image\/|#|[^:]*$)/i;
const URLS = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc', 'background', 'poster']);

/** What a renderer that lets HTML through would execute of this Markdown. */
export function executableParts(markdown: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SCRIPT_ELEMENTS.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) found.push(`${name} ${attribute}`);
        const url = value.replaceAll(/[\s\p{Cc}]/gu, '');
        if (URLS.has(attribute) && !SAFE_URL.test(url)) found.push(`${name} ${attribute}=${url.slice(0, 40)}`);
      }
    },
  });
  parser.end(marked.parse(markdown, { async: false }));
  return found;
}
