import katex from 'katex';
import { SaxesParser } from 'saxes';

/** An element of MathML with the text that it holds. */
interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Node | string)[];
}

/** Formulas between dollars or LaTeX's own brackets, those in lines of their own first. */
const FORMULAS = [/\$\$(.+?)\$\$/gsu, /\\\((.+?)\\\)/gsu, /\\\[(.+?)\\\]/gsu, /\$(.+?)\$/gsu];

export function formulasOf(markdown: string): string[] {
  const found: string[] = [];
  let rest = markdown;
  for (const pattern of FORMULAS)
    rest = rest.replaceAll(pattern, (_, latex: string) => {
      found.push(latex.trim());
      return ' ';
    });
  return found;
}

function parse(mathml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [] };
  const stack = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [] };
    stack.at(-1)!.children.push(node);
    stack.push(node);
  });
  parser.on('text', (text) => stack.at(-1)!.children.push(text));
  parser.on('closetag', () => stack.pop());
  parser.write(mathml).close();
  return root;
}

const isNode = (child: Node | string): child is Node => typeof child !== 'string';

/** How the parts of an element are seen, by its name; other elements are their parts in a row. */
const SEEN: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  annotation: () => '',
  mspace: () => '',
  mphantom: () => '',
  msub: ([base, sub]) => `${base}_{${sub}}`,
  munder: ([base, sub]) => `${base}_{${sub}}`,
  msup: ([base, sup]) => `${base}^{${sup}}`,
  mover: ([base, sup]) => `${base}^{${sup}}`,
  msubsup: ([base, sub, sup]) => `${base}_{${sub}}^{${sup}}`,
  munderover: ([base, sub, sup]) => `${base}_{${sub}}^{${sup}}`,
  mfrac: ([above, below]) => `frac{${above}}{${below}}`,
  mroot: ([body, degree]) => `root{${body}}{${degree}}`,
  msqrt: (parts) => `root{${parts.join('')}}`,
  mtr: (parts) => `row{${parts.join('&')}}`,
};

/** What a reader sees of a formula, as one string: symbols in their order, and how they stand to each other. */
function seen({ name, attributes, children }: Node): string {
  if (['mi', 'mn', 'mo', 'mtext'].includes(name))
    return children.map((child) => (isNode(child) ? seen(child) : plainSign(child))).join('');
  const parts = children.filter(isNode).map(seen);
  const isAccent = attributes['accent'] === 'true' || attributes['accentunder'] === 'true';
  if (isAccent) return `${name}{${parts.join('}{')}}`;
  return SEEN[name]?.(parts) ?? parts.join('');
}

/** Letters of mathematical alphabets are those of others; white space and symbols that nobody sees do not count. */
const plainSign = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('≔', ':=')
    .replaceAll(/[\s\u200B\u2061-\u2064]/gu, '');

/** What is seen of a formula in LaTeX; undefined where KaTeX cannot read it. */
export function seenFormula(latex: string): string | undefined {
  try {
    return seen(parse(katex.renderToString(latex, { displayMode: true, output: 'mathml', strict: 'ignore' })));
  } catch {
    return undefined;
  }
}
