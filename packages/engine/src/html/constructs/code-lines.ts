import { elementsOf, findAll, findFirst } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';

/** Elements that hold line numbers: of Pygments, Rouge, Chroma, highlight.js, GitHub, SyntaxHighlighter and others. */
const GUTTER =
  /^(?:line-?nos?|line_?numbers?|line-?nums?|line-numbers(?:-rows)?|linenodiv|lines-num|gutter|rouge-gutter|gl|blob-num|hljs-ln-numbers|hljs-ln-n|lnt?|lnums?|react-syntax-highlighter-line-number|code-?line-?num(?:ber)?s?)$/i;
const CODE =
  /^(?:code|rouge-code|blob-code(?:-inner)?|hljs-ln-code|lines?|line-content|highlight|source|js-file-line|crayon-code|content)$/i;
/** Parts of code that stand in a line of their own. */
const LINES = new Set(['div', 'p', 'li', 'tr', 'table']);

/** A table that holds numbers of lines beside lines of code, and code that holds them, as `pre` without them. */
export function withCode(element: XmlElement): XmlElement | undefined {
  if (element.name === 'table') return codeOfTable(element);
  if (element.name === 'pre') return withoutNumbers(element);
  return isLoneGutter(element) ? { ...element, attributes: { ...element.attributes, hidden: '' } } : undefined;
}

/** All text of code, with an end for each line that is an element. */
export function textOfCode(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child;
    else if (child.name === 'br') text += '\n';
    else {
      const inner = textOfCode(child);
      const isLine = LINES.has(child.name);
      if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
      text += isLine && child.name !== 'table' && !inner.endsWith('\n') ? `${inner}\n` : inner;
    }
  }
  return text;
}

function codeOfTable(table: XmlElement): XmlElement | undefined {
  const rows = [...findAll(table, 'tr')];
  if (rows.length === 0 || !isNumbered(rows)) return undefined;
  const code = rows.map((row) => findCells(row).find((cell) => !isGutter(cell))!);
  if (!code.every((cell) => isCode(cell)) && !(hasClass(table, CODE) || hasClass(table, /code|hljs|highlight/i)))
    return undefined;
  const lines = code.map((cell) => {
    const part = onlyPre(cell);
    return textOfCode(withoutNumbers(part) ?? part).replace(/\n$/, '');
  });
  const classes = [table, findFirst(code[0], 'pre'), findFirst(code[0], 'code')]
    .map((part) => part?.attributes['class'] ?? '')
    .join(' ');
  return { name: 'pre', attributes: { class: classes }, children: [lines.join('\n')] };
}

/** The `pre` of a cell that has nothing else: white space around it is that of the page's source. */
function onlyPre(cell: XmlElement): XmlElement {
  const pre = findFirst(cell, 'pre');
  return pre && textOfCode(pre).trim() === textOfCode(cell).trim() ? pre : cell;
}

/** Each row has numbers and one other cell, and the numbers count up. */
function isNumbered(rows: readonly XmlElement[]): boolean {
  let last: number | undefined;
  for (const row of rows) {
    const cells = findCells(row);
    const gutters = cells.filter((cell) => isGutter(cell));
    if (gutters.length === 0 || cells.length - gutters.length !== 1) return false;
    if (gutters.some((cell) => hasClass(cell, GUTTER) || findGutter(cell))) continue;
    for (const number of readNumbers(gutters[0]!)) {
      if (last !== undefined && number !== last + 1) return false;
      last = number;
    }
  }
  return true;
}

function findCells(row: XmlElement): XmlElement[] {
  return elementsOf(row).filter(({ name }) => name === 'td' || name === 'th');
}

function isGutter(cell: XmlElement): boolean {
  const text = textOfCode(cell).trim();
  if (hasClass(cell, CODE) && !hasClass(cell, GUTTER)) return false;
  return /^[\d\s+−-]*$/.test(text) && (text !== '' || hasClass(cell, GUTTER) || 'data-line-number' in cell.attributes);
}

function findGutter(element: XmlElement): boolean {
  return elementsOf(element).some((child) => hasClass(child, GUTTER) || findGutter(child));
}

function readNumbers(element: XmlElement): number[] {
  return (textOfCode(element).match(/\d+/g) ?? []).map(Number);
}

function isCode(cell: XmlElement): boolean {
  return hasClass(cell, CODE) || findFirst(cell, 'pre', 'code') !== undefined;
}

/** The same object if there are none. */
function withoutNumbers(element: XmlElement): XmlElement | undefined {
  let changed = false;
  const children = element.children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    if (isNumber(child)) {
      changed = true;
      return [];
    }
    const kept = withoutNumbers(child);
    changed ||= kept !== undefined;
    return [kept ?? child];
  });
  return changed ? { ...element, children } : undefined;
}

function isNumber(element: XmlElement): boolean {
  const isMarked =
    hasClass(element, GUTTER) ||
    'data-line-number' in element.attributes ||
    /user-select\s*:\s*none/i.test(element.attributes['style'] ?? '');
  return isMarked && /^[\s\d]*$/.test(textOfCode(element));
}

/** Numbers in an element of their own beside the code. */
function isLoneGutter(element: XmlElement): boolean {
  if (element.name === 'body' || !hasClass(element, GUTTER)) return false;
  const numbers = readNumbers(element);
  return (
    numbers.length > 1 &&
    /^[\s\d]*$/.test(textOfCode(element)) &&
    numbers.every((number, n) => n === 0 || number === numbers[n - 1]! + 1)
  );
}
