import { Parser } from 'htmlparser2';
import { Failure } from '../failure.ts';
import type { XmlElement } from '../xml/element.ts';

export interface HtmlTree {
  readonly root: XmlElement;
  /** True when elements deeper than the limit were taken for their parents' content. */
  readonly flattened: boolean;
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
  'object',
  'embed',
  'applet',
  'audio',
  'video',
  'canvas',
  'svg',
  'head',
  'select',
  'datalist',
  'textarea',
  'frameset',
  'noframes',
]);

/**
 * Builds a tree from HTML in pieces. Scripts and styles do not get into it. In `xhtml` an element may close itself, and
 * a picture in SVG becomes an `img`, since covers of books are written so. Throws `limit_exceeded` for absurd nesting.
 */
export async function parseHtml(
  pieces: AsyncIterable<string> | Iterable<string>,
  depth: number,
  { xhtml = false } = {},
): Promise<HtmlTree> {
  interface Open {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
    readonly children: (XmlElement | string)[];
  }
  const root: Open = { name: '', attributes: {}, children: [] };
  const stack: Open[] = [root];
  /** Elements open beyond the limit, and inside a dropped element. */
  let beyond = 0;
  let dropped = 0;
  let flattened = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (xhtml && name === 'image')
          stack
            .at(-1)!
            .children.push({ name: 'img', attributes: { ...attributes, src: imageOf(attributes) }, children: [] });
        if (dropped > 0 || DROPPED.has(name)) {
          dropped++;
          return;
        }
        if (stack.length >= depth) {
          beyond++;
          if (beyond > BEYOND)
            throw new Failure('limit_exceeded', `The document is nested deeper than ${depth + BEYOND} levels.`);
          flattened = true;
          return;
        }
        const element = { name, attributes, children: [] };
        stack.at(-1)!.children.push(element);
        stack.push(element);
      },
      ontext(text) {
        if (dropped === 0) stack.at(-1)!.children.push(text);
      },
      onclosetag() {
        if (dropped > 0) dropped--;
        else if (beyond > 0) beyond--;
        else if (stack.length > 1) stack.pop();
      },
    },
    { decodeEntities: true, recognizeSelfClosing: xhtml },
  );
  for await (const piece of pieces) parser.write(piece);
  parser.end();
  return { root, flattened };
}

function imageOf(attributes: Readonly<Record<string, string>>): string {
  return attributes['xlink:href'] ?? attributes['href'] ?? '';
}
