import { parseSync, Visitor } from 'oxc-parser';
import type {
  BindingPattern,
  CallExpression,
  Expression,
  Function as FunctionNode,
  LogicalExpression,
  ParamPattern,
} from 'oxc-parser';

/** A condition, a filter or a function of a file, and what it is when it is off. */
export interface Switch {
  readonly id: number;
  readonly kind: 'condition' | 'filter' | 'function';
  readonly file: string;
  readonly line: number;
  /** Offsets in the source, and what is there. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Code: `true`, `false`, `undefined`, `[]`, `0` or the name of the first parameter. */
  readonly off: string;
  /** The name of the function around it, or its own. */
  readonly within: string;
  readonly isExported: boolean;
}

const IS_BOOLEAN =
  /^(?:some|every|includes|test|has|startsWith|endsWith|(?:is|has|are|can|may|begins|ends|holds)[A-Z].*)$/u;
const COMPARES = new Set(['<', '>', '<=', '>=', '===', '!==']);

function calledName({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

/** Whether an expression is a boolean by its look. */
function looksBoolean(node: Expression): boolean {
  if (node.type === 'ParenthesizedExpression') return looksBoolean(node.expression);
  if (node.type === 'UnaryExpression') return node.operator === '!';
  if (node.type === 'BinaryExpression') return COMPARES.has(node.operator);
  if (node.type === 'LogicalExpression') return node.operator !== '??' && looksBoolean(node.right);
  if (node.type === 'Identifier') return IS_BOOLEAN.test(node.name);
  return node.type === 'CallExpression' && IS_BOOLEAN.test(calledName(node));
}

/** What a function gives where it does not apply, by the type that it gives. */
const FALLBACKS: readonly (readonly [type: RegExp, code: string])[] = [
  [/^(?:boolean|\w+ is [\w.]+)$/u, 'false'],
  [/\bundefined$/u, 'undefined'],
  [/^(?:readonly )?[\w.<>]+\[\]$/u, '[]'],
  [/^number$/u, '0'],
];

type Place = { readonly start: number; readonly end: number };

class Finder {
  readonly found: Omit<Switch, 'id'>[] = [];
  readonly #functions: (Place & { readonly name: string })[] = [];
  readonly #seen = new Set<string>();
  readonly #file: string;
  readonly #source: string;

  constructor(file: string, source: string) {
    this.#file = file;
    this.#source = source;
  }

  readonly #text = ({ start, end }: Place): string => this.#source.slice(start, end);

  #add(kind: Switch['kind'], { start, end }: Place, off: string, name?: string): void {
    const key = `${start}-${end}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const around = this.#functions.findLast((each) => each.start <= start && each.end >= end);
    this.found.push({
      kind,
      file: this.#file,
      line: this.#source.slice(0, start).split('\n').length,
      start,
      end,
      text: this.#text({ start, end }),
      off,
      within: name ?? around?.name ?? '',
      isExported: this.#source.slice(0, start).endsWith('export '),
    });
  }

  declare(name: BindingPattern | ParamPattern, place: Place): void {
    if (name.type === 'Identifier') this.#functions.push({ start: place.start, end: place.end, name: name.name });
  }

  /** A condition and its operands: of a conjunction those hold, of a disjunction they do not. */
  condition(node: Expression, off: 'true' | 'false'): void {
    if (node.type === 'ParenthesizedExpression') {
      this.condition(node.expression, off);
      return;
    }
    if (node.type !== 'LogicalExpression' || node.operator === '??') {
      this.#add('condition', node, off);
      return;
    }
    const inner = node.operator === '&&' ? 'true' : 'false';
    this.condition(node.left, inner);
    this.condition(node.right, inner);
    if (inner !== off) this.#add('condition', node, off);
  }

  logical(node: LogicalExpression): void {
    if (looksBoolean(node)) this.condition(node, node.operator === '&&' ? 'true' : 'false');
  }

  filter(node: CallExpression): void {
    const [keeps] = node.arguments;
    if (keeps && node.arguments.length === 1 && calledName(node) === 'filter') this.#add('filter', keeps, 'true');
  }

  function(node: FunctionNode): void {
    if (!node.id || !node.returnType || !node.body || node.generator || node.async) return;
    const given = this.#text(node.returnType.typeAnnotation);
    const [first] = node.params;
    const type = first?.type === 'Identifier' ? first.typeAnnotation?.typeAnnotation : undefined;
    const isFirst = first?.type === 'Identifier' && type && this.#text(type) === given;
    const off = isFirst ? first.name : FALLBACKS.find(([pattern]) => pattern.test(given))?.[1];
    if (off !== undefined) this.#add('function', node, off, node.id.name);
  }
}

/** The switches of a file, numbered from `first`. */
export function findSwitches(file: string, source: string, first: number): Switch[] {
  const { program } = parseSync(file, source);
  const finder = new Finder(file, source);
  new Visitor({
    FunctionDeclaration: (node) => node.id && finder.declare(node.id, node),
    VariableDeclarator: (node) => node.init?.type === 'ArrowFunctionExpression' && finder.declare(node.id, node),
  }).visit(program);
  new Visitor({
    IfStatement: (node) => finder.condition(node.test, 'false'),
    ConditionalExpression: (node) => finder.condition(node.test, 'false'),
    LogicalExpression: (node) => finder.logical(node),
    CallExpression: (node) => finder.filter(node),
    FunctionDeclaration: (node) => finder.function(node),
  }).visit(program);
  return finder.found.map((each, index) => ({ id: first + index, ...each }));
}
