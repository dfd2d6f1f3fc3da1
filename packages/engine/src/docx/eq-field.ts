import type { Inline } from '../document.ts';

/**
 * A part of an EQ field (the instructions of Word's fields, `EQ`): text, or a switch with its options and arguments.
 */
type Part = string | Switch;

interface Switch {
  readonly name: string;
  /** Switches behind the name, such as `\up8` and `\bc\{`. */
  readonly options: readonly string[];
  readonly arguments: readonly (readonly Part[])[];
}

/** Levels of a formula; what is deeper is left as text. */
const DEPTH = 20;

/** Reads an EQ field: a formula, or text with its reading above (`\o\ad(\s\up 9(…),…)`). */
export function readEquation(instruction: string): Inline[] {
  const source = instruction
    .replace(/^\s*EQ\s+/i, '')
    .replaceAll(/\\\*\s*(?:"[^"]*"|\S+)\s*/g, '')
    .trim();
  const parts = parse({ source, at: 0, depth: 0 }, /$^/);
  const only = parts.length === 1 ? parts[0] : undefined;
  const overlaid = typeof only === 'object' && only.name === 'o' ? overlay(only) : undefined;
  if (overlaid !== undefined) return [{ kind: 'text', text: overlaid }];
  const latex = writeLatex(parts).trim();
  return latex === '' ? [] : [{ kind: 'math', latex }];
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

/** Reads parts up to a character of `end`, which stays unread. */
function parse(reader: Reader, end: RegExp): Part[] {
  const parts: Part[] = [];
  let text = '';
  const close = (): void => {
    if (text !== '') parts.push(text);
    text = '';
  };
  let open = 0;
  while (reader.at < reader.source.length) {
    const char = reader.source[reader.at]!;
    if (open === 0 && end.test(char)) break;
    if (char === '\\') {
      const found = reader.depth < DEPTH ? readSwitch(reader) : undefined;
      if (found) {
        close();
        parts.push(found);
      } else {
        text += reader.source[reader.at + 1] ?? '';
        reader.at += 2;
      }
      continue;
    }
    if (char === '(') open++;
    if (char === ')') open--;
    text += char;
    reader.at++;
  }
  close();
  return parts;
}

/** `\f(1,2)`, `\s\up8(x)`, `\b\bc\{(x)`: undefined where the backslash only stands before a character. */
function readSwitch(reader: Reader): Switch | undefined {
  const head = /^\\([abdfilorsx])((?:\s*\\(?:[lrbfv]c\s*\\.|[a-z]{2}\s*-?\d*))*)\s*(?=\()/i.exec(
    reader.source.slice(reader.at, reader.at + 200),
  );
  if (!head) return undefined;
  reader.at += head[0].length + 1;
  reader.depth++;
  const parts: Part[][] = [];
  while (reader.at < reader.source.length) {
    parts.push(parse(reader, /[,;)]/));
    if (reader.source[reader.at++] === ')') break;
  }
  reader.depth--;
  const options = [...head[2]!.matchAll(/\\([lrbfv]c)\s*\\(.)|\\([a-z]{2})\s*(-?\d*)/gi)].map(
    ([, bracket, char, name, count]) => (bracket === undefined ? `${name}${count}` : `${bracket}${char}`).toLowerCase(),
  );
  return { name: head[1]!.toLowerCase(), options, arguments: parts };
}

function writeLatex(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? writeText(part) : writeSwitch(part))).join('');
}

function writeText(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\{}$%#&_^~]/g, (char) => (char === '\\' ? '\\backslash ' : `\\${char}`))
    .replaceAll(/\p{L}{3,}(?:\s+\p{L}+)*|[^\p{ASCII}]+/gu, (words) => `\\text{${words}}`);
}

const LIMITS: Readonly<Record<string, string>> = { su: '\\sum', pr: '\\prod' };

function writeSwitch({ name, options, arguments: parts }: Switch): string {
  const at = (n: number): string => writeLatex(parts[n] ?? []);
  const all = parts.map((part) => writeLatex(part));
  switch (name) {
    case 'f':
      return `\\frac{${at(0)}}{${at(1)}}`;
    case 'r':
      return root(all);
    case 's':
      return options.some((option) => option.startsWith('do')) ? `_{${all.join(',')}}` : `^{${all.join(',')}}`;
    case 'i':
      return integral(options, [at(0), at(1), at(2)]);
    case 'b':
      return bracketed(options, all.join(','));
    case 'a':
      return array(options, all);
    case 'x':
      return `\\boxed{${all.join(',')}}`;
    case 'd':
      return '';
    default:
      return all.join(name === 'o' ? '' : ',');
  }
}

/** `\r(degree,radicand)`, or the radicand alone. */
function root(all: readonly string[]): string {
  const [degree = '', radicand = ''] = all;
  return all.length > 1 && degree !== '' ? `\\sqrt[${degree}]{${radicand}}` : `\\sqrt{${all.join('')}}`;
}

function integral(options: readonly string[], [from, to, what]: readonly [string, string, string]): string {
  const sign = options.map((option) => LIMITS[option]).find((found) => found !== undefined) ?? '\\int';
  return `${sign}${from === '' ? '' : `_{${from}}`}${to === '' ? '' : `^{${to}}`} ${what}`;
}

function bracketed(options: readonly string[], inner: string): string {
  const of = (name: string): string | undefined => options.find((option) => option.startsWith(name))?.slice(2);
  const both = of('bc');
  const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
  const hasOwn = options.some((option) => /^[lrb]c/.test(option));
  const left = of('lc') ?? both ?? (hasOwn ? '.' : '(');
  const right = of('rc') ?? (both === undefined ? (hasOwn ? '.' : ')') : (closing[both] ?? both));
  const sign = (char: string): string => (/[{}]/.test(char) ? `\\${char}` : char);
  return `\\left${sign(left)}${inner}\\right${sign(right)}`;
}

/** Elements in rows of as many columns as `\co` says. */
function array(options: readonly string[], elements: readonly string[]): string {
  const columns = Math.max(1, Number(options.find((option) => option.startsWith('co'))?.slice(2)) || 1);
  const rows = Array.from({ length: Math.ceil(elements.length / columns) }, (_, row) =>
    elements.slice(row * columns, (row + 1) * columns).join(' & '),
  );
  return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
}

const CIRCLE = /^[○〇◯]$/;

/** Text over each other: a reading above its base, or a character in a circle. */
function overlay({ arguments: parts }: Switch): string | undefined {
  const [first = [], second = []] = parts;
  const above = first.length === 1 ? first[0] : undefined;
  if (typeof above === 'object' && above.name === 's') {
    const [base, reading] = [plain(second), above.arguments.map(plain).join('')];
    return reading === '' ? base : `${base}(${reading})`;
  }
  return framed(plain(first), plain(second));
}

/** A character in a frame: a circled number up to 20 (Unicode, Enclosed Alphanumerics), any other in parentheses. */
function framed(frame: string, inner: string): string | undefined {
  if (!CIRCLE.test(frame) && !/^[△□◇]$/.test(frame)) return undefined;
  const number = Number(inner);
  const isCircled = CIRCLE.test(frame) && Number.isInteger(number) && number >= 1 && number <= 20;
  return isCircled ? String.fromCodePoint(0x24_60 + number - 1) : `(${inner})`;
}

function plain(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.arguments.map(plain).join(''))).join('');
}
