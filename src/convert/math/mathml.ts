import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { ACCENTS, FUNCTIONS, mathText } from './symbols.ts';

/** MathML as LaTeX, without dollars (MathML 3, chapter 3). Prefixes of names do not matter. */
export function readMathml(math: XmlElement): string {
  return tidy(read(math));
}

function tidy(latex: string): string {
  return latex
    .replaceAll(/(\\[a-z]+) (?=[^a-z\s])/gi, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

function read(element: XmlElement): string {
  const name = element.name.slice(element.name.indexOf(':') + 1);
  const children = elementsOf(element);
  const at = (n: number): string => (children[n] ? tidy(read(children[n])) : '');
  const rows = (): string => children.map(read).join('');
  switch (name) {
    case 'mi': {
      const text = textOf(element).trim();
      return FUNCTIONS.has(text) ? `\\${text} ` : /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : mathText(text);
    }
    case 'mn':
    case 'mo':
      return mathText(textOf(element).trim());
    case 'mtext':
      return `\\text{${textOf(element).replaceAll(/[{}\\$]/g, '')}}`;
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `\\frac{${at(0)}}{${at(1)}}`;
    case 'msqrt':
      return `\\sqrt{${tidy(rows())}}`;
    case 'mroot':
      return `\\sqrt[${at(1)}]{${at(0)}}`;
    case 'msup':
      return `${base(at(0))}^{${at(1)}}`;
    case 'msub':
      return `${base(at(0))}_{${at(1)}}`;
    case 'msubsup':
    case 'munderover':
      return `${base(at(0))}_{${at(1)}}^{${at(2)}}`;
    case 'munder':
      return `${base(at(0))}_{${at(1)}}`;
    case 'mover': {
      const accent = ACCENTS[textOf(children[1]).trim()];
      return accent === undefined ? `${base(at(0))}^{${at(1)}}` : `\\${accent}{${at(0)}}`;
    }
    case 'mtable':
      return `\\begin{matrix}${children
        .map((row) =>
          elementsOf(row)
            .map((cell) => tidy(read(cell)))
            .join(' & '),
        )
        .join(' \\\\ ')}\\end{matrix}`;
    case 'mfenced': {
      const { open = '(', close = ')' } = element.attributes;
      return `\\left${mathText(open).trim()}${children.map((child) => tidy(read(child))).join(',')}\\right${mathText(close).trim()}`;
    }
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return rows();
  }
}

/** What is more than one sign needs braces as a base. */
function base(latex: string): string {
  return latex.length <= 1 || /^\\[a-z]+$/i.test(latex) ? latex : `{${latex}}`;
}
