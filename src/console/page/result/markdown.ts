import DOMPurify from 'dompurify';
import { marked, type Tokens } from 'marked';
import type { Artifact } from '../client.ts';
import { math } from './math.ts';
import { notes } from './notes.ts';

/**
 * The HTML that our own Markdown has (tables with spans), and its plain relatives. Any other tag is shown as the text
 * that it is.
 */
const OURS =
  /^<\/?(?:table|thead|tbody|tr|th|td|br|sup|sub|p|ul|ol|li|b|i|em|strong|code|pre|del)(?:\s+(?:rowspan|colspan|align|start)="?\w+"?)*\s*\/?>$/i;

/** The marker that the option `pageMarkers` writes before the first block of a page. */
const PAGE_MARKER = /^<!-- page (\d{1,7}) -->$/;
/** The text in place of an image that is not stored. */
const IMAGE = /^<!-- image(?:: ([^>]*))? -->$/;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

marked.use(math, notes, {
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) =>
      text.replaceAll(/<[^>]*>?/g, (tag) => {
        const page = PAGE_MARKER.exec(tag)?.[1];
        const image = IMAGE.exec(tag);
        if (image) return `<em>${escape(image[1] ?? 'Image')}</em>`;
        if (page !== undefined) return `<span data-page="${page}"></span>`;
        return OURS.test(tag) ? tag : escape(tag);
      }),
    // Without a source: nothing is loaded but what is an artifact of the job.
    image: ({ href, text }: Tokens.Image) => `<img alt="${escape(text)}" data-file="${escape(href)}">`,
  },
});

/**
 * Renders a document's Markdown, its formulas if `loadMath` was called. Its HTML is text but for plain structure, and
 * what is left goes through DOMPurify: no scripts, styles, forms, frames or handlers, and images only those that are
 * artifacts of the job.
 */
export function render(markdown: string, artifacts: readonly Artifact[]): HTMLElement {
  const place = document.createElement('article');
  place.className = 'rendered';
  place.tabIndex = 0;
  place.ariaLabel = 'Rendered document';
  place.append(
    DOMPurify.sanitize(renderHtml(markdown), {
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { html: true, mathMl: true },
      FORBID_TAGS: [
        'style',
        'form',
        'button',
        'textarea',
        'select',
        'iframe',
        'object',
        'embed',
        'video',
        'audio',
        'link',
        'meta',
        'base',
        'dialog',
      ],
      FORBID_ATTR: ['style', 'class', 'id', 'name', 'src', 'srcset', 'background'],
    }),
  );
  const images = new Map(
    artifacts.filter(({ kind }) => kind === 'image').map((artifact) => [artifact.fileName, artifact.downloadUrl]),
  );
  for (const image of place.querySelectorAll('img')) {
    const url = images.get(decodeURIComponent(image.dataset['file'] ?? ''));
    if (url === undefined) image.replaceWith(image.alt);
    else image.src = url;
  }
  for (const link of place.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return place;
}

/** Each element of the top level says which part of the Markdown it is from. */
function renderHtml(markdown: string): string {
  let end = 0;
  return marked
    .lexer(markdown)
    .map((token) => {
      const from = Math.max(end, markdown.indexOf(token.raw, end));
      end = from + token.raw.length;
      return marked.parser([token]).replace(/^\s*<[a-z]\w*/, (tag) => `${tag} data-from="${from}" data-to="${end}"`);
    })
    .join('');
}
