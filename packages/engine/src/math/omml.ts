import { childOf, childrenOf, elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { FUNCTIONS } from './classes.ts';
import { ACCENTS, mathText, tidy } from './symbols.ts';

/**
 * Office Math (ECMA-376 part 1, 22.1) as LaTeX, without dollars. `math` is m:oMath or any element that holds such
 * content.
 */
export function readOmml(math: XmlElement | undefined): string {
  return tidy(readAll(math));
}

function readAll(element: XmlElement | undefined): string {
  return elementsOf(element).map(read).join('');
}

/** An argument of the element: its m:e, m:sub, m:num, … */
function part(element: XmlElement, name: string): string {
  return tidy(readAll(childOf(element, `m:${name}`)));
}

function property(element: XmlElement, group: string, name: string): string | undefined {
  const found = childOf(childOf(element, `m:${group}`), `m:${name}`);
  return found && (found.attributes['m:val'] ?? '');
}

const ELEMENTS = new Map<string, (element: XmlElement) => string>([
  ['m:r', readRun],
  ['m:f', readFraction],
  ['m:sSup', (element) => `${base(element)}^{${part(element, 'sup')}}`],
  ['m:sSub', (element) => `${base(element)}_{${part(element, 'sub')}}`],
  ['m:sSubSup', (element) => `${base(element)}_{${part(element, 'sub')}}^{${part(element, 'sup')}}`],
  [
    'm:sPre',
    (element) => `{}${script('_', part(element, 'sub'))}${script('^', part(element, 'sup'))}${part(element, 'e')}`,
  ],
  ['m:rad', readRadical],
  ['m:d', readDelimiters],
  ['m:nary', readNary],
  ['m:func', (element) => `${readFunctionName(childOf(element, 'm:fName'))}${braceFree(part(element, 'e'))}`],
  ['m:limLow', (element) => `${limitBase(element)}_{${part(element, 'lim')}}`],
  ['m:limUpp', (element) => `${limitBase(element)}^{${part(element, 'lim')}}`],
  ['m:acc', (element) => `\\${ACCENTS[property(element, 'accPr', 'chr') ?? '\u0302'] ?? 'hat'}{${part(element, 'e')}}`],
  [
    'm:bar',
    (element) => `\\${property(element, 'barPr', 'pos') === 'top' ? 'overline' : 'underline'}{${part(element, 'e')}}`,
  ],
  ['m:groupChr', readGroup],
  ['m:m', readMatrix],
  [
    'm:eqArr',
    (element) => readArray(childrenOf(element, 'm:e').map((row) => tidy(readAll(row)).replaceAll('\\&', '&'))),
  ],
  ['m:borderBox', (element) => `\\boxed{${part(element, 'e')}}`],
  ['m:t', (element) => mathText(textOf(element))],
  ['w:del', () => ''],
  ['w:moveFrom', () => ''],
]);

/** m:box, m:phant, m:oMath, w:ins and what later versions add: the content counts. Properties hold no text. */
function read(element: XmlElement): string {
  const known = ELEMENTS.get(element.name);
  if (known) return known(element);
  return element.name.endsWith('Pr') ? '' : readAll(element);
}

function readRadical(element: XmlElement): string {
  const degree = part(element, 'deg');
  return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'e')}}`;
}

function readMatrix(element: XmlElement): string {
  const rows = childrenOf(element, 'm:mr').map((row) => childrenOf(row, 'm:e').map((cell) => tidy(readAll(cell))));
  return `\\begin{matrix}${rows.map((row) => row.join(' & ')).join(' \\\\ ')}\\end{matrix}`;
}

function readRun(run: XmlElement): string {
  const text = childrenOf(run, 'm:t').map(textOf).join('');
  const properties = childOf(run, 'm:rPr');
  if (childOf(properties, 'm:nor') && /\p{L}{2}|\s/u.test(text))
    return `\\text{${text.replaceAll(/[{}\\$%#&_^]/g, '')}}`;
  const style = childOf(properties, 'm:sty')?.attributes['m:val'];
  if (style === 'p' && FUNCTIONS.has(text.trim())) return `\\${text.trim()} `;
  if (style === 'b' || style === 'bi') return `\\mathbf{${mathText(text)}}`;
  const script = childOf(properties, 'm:scr')?.attributes['m:val'];
  if (script === 'double-struck') return `\\mathbb{${text}}`;
  if (script === 'script') return `\\mathcal{${text}}`;
  // Names of functions typed as letters would be set as a product of variables.
  return mathText(text).replaceAll(NAMES, String.raw`\$1 `);
}

const NAMES = new RegExp(
  String.raw`(?<![a-zA-Z\\])(${[...FUNCTIONS].sort((a, b) => b.length - a.length).join('|')})(?![a-zA-Z])`,
  'g',
);

/** A fraction as a base needs braces, or only its last part would be raised. */
function base(element: XmlElement): string {
  const text = part(element, 'e');
  const inner = elementsOf(childOf(element, 'm:e')).filter(({ name }) => !name.endsWith('Pr'));
  return inner.length === 1 && inner[0]!.name !== 'm:f' && inner[0]!.name !== 'm:sSup' && inner[0]!.name !== 'm:sSub'
    ? text
    : `{${text}}`;
}

/** Rows aligned at their ampersands; a single one needs no frame. */
function readArray(rows: readonly string[]): string {
  return rows.length === 1 ? rows[0]!.replaceAll('&', '') : `\\begin{aligned}${rows.join(' \\\\ ')}\\end{aligned}`;
}

function script(sign: string, latex: string): string {
  return latex === '' ? '' : `${sign}{${latex}}`;
}

function readFraction(element: XmlElement): string {
  const [above, below] = [part(element, 'num'), part(element, 'den')];
  switch (property(element, 'fPr', 'type') ?? 'bar') {
    case 'lin':
      return `${above}/${below}`;
    case 'noBar':
      return `\\genfrac{}{}{0pt}{}{${above}}{${below}}`;
    default:
      return `\\frac{${above}}{${below}}`;
  }
}

function readDelimiters(element: XmlElement): string {
  const open = property(element, 'dPr', 'begChr') ?? '(';
  const close = property(element, 'dPr', 'endChr') ?? ')';
  const separator = property(element, 'dPr', 'sepChr') ?? '|';
  const inner = childrenOf(element, 'm:e')
    .map((entry) => tidy(readAll(entry)))
    .join(mathText(separator));
  return `\\left${delimiter(open)}${inner}\\right${delimiter(close)}`;
}

function delimiter(char: string): string {
  const text = char === '' ? '.' : mathText(char).trim();
  return /[a-z]$/i.test(text) ? `${text} ` : text;
}

function readNary(element: XmlElement): string {
  const char = property(element, 'naryPr', 'chr') ?? '∫';
  const [below, above] = [part(element, 'sub'), part(element, 'sup')];
  return `${mathText(char).trim()}${script('_', below)}${script('^', above)}${braceFree(part(element, 'e'))}`;
}

function readFunctionName(name: XmlElement | undefined): string {
  const text = tidy(readAll(name));
  return FUNCTIONS.has(text) ? `\\${text}` : /^[a-z]{2,}$/i.test(text) ? `\\operatorname{${text}}` : text;
}

function limitBase(element: XmlElement): string {
  return readFunctionName(childOf(element, 'm:e'));
}

function readGroup(element: XmlElement): string {
  const char = property(element, 'groupChrPr', 'chr') ?? '⏟';
  const text = part(element, 'e');
  const accent = ACCENTS[char];
  return accent === undefined
    ? `\\${property(element, 'groupChrPr', 'pos') === 'top' ? 'overset' : 'underset'}{${mathText(char)}}{${text}}`
    : `\\${accent}{${text}}`;
}

/** The text after a command must not begin with a letter. */
function braceFree(text: string): string {
  return /^[a-z0-9]/i.test(text) ? ` ${text}` : text;
}
