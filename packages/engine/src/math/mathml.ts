import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { FUNCTIONS } from './classes.ts';
import { ACCENTS, mathText, tidy } from './symbols.ts';

/** MathML as LaTeX, without dollars (MathML 3, chapter 3). Prefixes of names do not matter. */
export function readMathml(math: XmlElement): string {
  return tidy(read(math));
}

/** The children of an element as LaTeX, read when they are asked for. */
interface Arguments {
  readonly element: XmlElement;
  /** The nth child; '' when there is none. */
  at(n: number): string;
  /** All of them, one after the other. */
  row(): string;
}

const scripts = ({ at }: Arguments): string => `${base(at(0))}_{${at(1)}}^{${at(2)}}`;
const under = ({ at }: Arguments): string => `${base(at(0))}_{${at(1)}}`;
const nothing = (): string => '';
const plainText = ({ element }: Arguments): string => mathText(textOf(element).trim());

const ELEMENTS = new Map<string, (of: Arguments) => string>([
  ['mi', ({ element }) => readIdentifier(textOf(element).trim())],
  ['mn', plainText],
  ['mo', plainText],
  ['mtext', ({ element }) => `\\text{${textOf(element).replaceAll(/[{}\\$]/g, '')}}`],
  ['mspace', () => ' '],
  ['mfrac', ({ at }) => `\\frac{${at(0)}}{${at(1)}}`],
  ['msqrt', ({ row }) => `\\sqrt{${tidy(row())}}`],
  ['mroot', ({ at }) => `\\sqrt[${at(1)}]{${at(0)}}`],
  ['msup', ({ at }) => `${base(at(0))}^{${at(1)}}`],
  ['msub', under],
  ['munder', under],
  ['msubsup', scripts],
  ['munderover', scripts],
  ['mover', readOver],
  ['mtable', ({ element }) => readMatrix(elementsOf(element))],
  ['mfenced', ({ element }) => readFenced(element)],
  ['annotation', nothing],
  ['annotation-xml', nothing],
]);

function read(element: XmlElement): string {
  const name = element.name.slice(element.name.indexOf(':') + 1);
  const children = elementsOf(element);
  const row = (): string => children.map(read).join('');
  const at = (n: number): string => (children[n] ? tidy(read(children[n])) : '');
  return ELEMENTS.get(name)?.({ element, at, row }) ?? row();
}

function readIdentifier(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text} `;
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : mathText(text);
}

function readOver({ element, at }: Arguments): string {
  const accent = ACCENTS[textOf(elementsOf(element)[1]).trim()];
  return accent === undefined ? `${base(at(0))}^{${at(1)}}` : `\\${accent}{${at(0)}}`;
}

function readMatrix(rows: readonly XmlElement[]): string {
  const cells = rows.map((row) => elementsOf(row).map((cell) => tidy(read(cell))));
  return `\\begin{matrix}${cells.map((row) => row.join(' & ')).join(' \\\\ ')}\\end{matrix}`;
}

function readFenced(element: XmlElement): string {
  const { open = '(', close = ')' } = element.attributes;
  const inner = elementsOf(element).map((child) => tidy(read(child)));
  return `\\left${mathText(open).trim()}${inner.join(',')}\\right${mathText(close).trim()}`;
}

/** A base of more than one symbol needs braces. */
function base(latex: string): string {
  return latex.length <= 1 || /^\\[a-z]+$/i.test(latex) ? latex : `{${latex}}`;
}
