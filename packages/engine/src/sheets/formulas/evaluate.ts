import { parse, parseA1Ref, tokenize } from '@borgar/fx';
import type { AstExpression } from '@borgar/fx';
import { callFunction } from './functions.ts';
import { compare, FormulaError, isMatrix, NotComputed, plain, toNumber, toText } from './values.ts';
import type { Matrix, Scalar, Value } from './values.ts';

/** Rectangle of cells, 0-based and inclusive; what is missing reaches to the end of what a sheet holds. */
export interface CellRange {
  readonly sheet: string | undefined;
  readonly top: number | undefined;
  readonly left: number | undefined;
  readonly bottom: number | undefined;
  readonly right: number | undefined;
}

export interface Evaluation {
  /** The values of cells; throws `NotComputed`. */
  read(range: CellRange): Value;
  /** The cells that a reference to a table means; throws `NotComputed`. */
  rangeOfTable(reference: string): CellRange;
  /** The formula of a defined name. */
  named(name: string): string | undefined;
  /** The cell of the formula. */
  readonly row: number;
  readonly column: number;
}

/** Levels of names that stand for names. */
const NAMES = 10;

/** The value of a formula. Throws `NotComputed` for what is not supported; errors of Excel are values. */
export function evaluateFormula(formula: string, evaluation: Evaluation, depth = 0): Scalar {
  if (depth > NAMES) throw new NotComputed('name');
  const value = evaluate(parsed(formula), evaluation, depth);
  return plain(isMatrix(value) ? (value[0]?.[0] ?? null) : value);
}

function parsed(formula: string): AstExpression {
  try {
    return parse(tokenize(formula.startsWith('=') ? formula : `=${formula}`));
  } catch {
    throw new NotComputed('syntax');
  }
}

function evaluate(node: AstExpression, evaluation: Evaluation, depth: number): Value {
  try {
    return evaluateNode(node, evaluation, depth);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

function evaluateNode(node: AstExpression, evaluation: Evaluation, depth: number): Value {
  const inner = (each: AstExpression): Value => evaluate(each, evaluation, depth);
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'ErrorLiteral':
      return new FormulaError(node.value);
    case 'ReferenceIdentifier':
      return readReference(node.value, node.kind, evaluation, depth);
    case 'UnaryExpression':
      return unary(node.operator, inner(node.arguments[0]!));
    case 'BinaryExpression':
      return binary(node.operator, inner(node.arguments[0]!), inner(node.arguments[1]!));
    case 'ArrayExpression':
      return node.elements.map((row) => row.map((each) => first(inner(each))));
    case 'CallExpression':
      return call(node, evaluation, depth);
    case 'LambdaExpression':
    case 'LetExpression':
      throw new NotComputed(node.type);
  }
}

function call(
  node: Extract<AstExpression, { readonly type: 'CallExpression' }>,
  evaluation: Evaluation,
  depth: number,
): Value {
  if (node.callee.type !== 'Identifier') throw new NotComputed('call');
  const name = node.callee.name.toUpperCase();
  const values = node.arguments;
  const at = (n: number): Value => (values[n] ? evaluate(values[n], evaluation, depth) : null);
  switch (name) {
    case 'IF': {
      const condition = first(at(0));
      if (condition instanceof Error) return condition;
      return toNumber(condition) !== 0 ? at(1) : values.length > 2 ? at(2) : false;
    }
    case 'IFERROR':
    case '_XLFN.IFNA':
    case 'IFNA': {
      const value = at(0);
      return isCaughtBy(name, first(value)) ? at(1) : value;
    }
    case 'ROW':
    case 'COLUMN':
      return placeOf(name, values, evaluation);
    default:
      return callFunction(
        name,
        values.map((value) => (value ? evaluate(value, evaluation, depth) : null)),
      );
  }
}

/** IFERROR replaces any error, IFNA only `#N/A`. */
function isCaughtBy(name: string, value: Scalar): boolean {
  return value instanceof Error && (name === 'IFERROR' || value.message === '#N/A');
}

/** The number of a row or column: of a reference, or of the formula's own cell. */
function placeOf(name: string, [of]: readonly (AstExpression | null)[], evaluation: Evaluation): number {
  if (!of) return (name === 'ROW' ? evaluation.row : evaluation.column) + 1;
  if (of.type !== 'ReferenceIdentifier') throw new NotComputed(name);
  const { top, left } = rangeOf(of.value);
  return ((name === 'ROW' ? top : left) ?? 0) + 1;
}

function readReference(text: string, kind: string, evaluation: Evaluation, depth: number): Value {
  if (kind === 'range' || kind === 'beam') return evaluation.read(rangeOf(text));
  if (kind === 'table') return evaluation.read(evaluation.rangeOfTable(text));
  const formula = kind === 'name' ? evaluation.named(text) : undefined;
  if (formula === undefined) throw new NotComputed(text);
  if (depth > NAMES) throw new NotComputed(text);
  return evaluate(parsed(formula), evaluation, depth + 1);
}

function rangeOf(text: string): CellRange {
  const reference = parseA1Ref(text);
  if (!reference || !('range' in reference) || !reference.range) throw new NotComputed(text);
  const { context = [], range } = reference as {
    readonly context?: readonly string[];
    readonly range: Partial<Record<'top' | 'left' | 'bottom' | 'right', number | null>>;
  };
  // A reference to another workbook names it before the sheet.
  if (context.length > 1) throw new NotComputed(text);
  const at = (side: 'top' | 'left' | 'bottom' | 'right'): number | undefined => range[side] ?? undefined;
  return { sheet: context[0], top: at('top'), left: at('left'), bottom: at('bottom'), right: at('right') };
}

function first(value: Value): Scalar {
  return isMatrix(value) ? (value[0]?.[0] ?? null) : value;
}

function unary(operator: string, value: Value): Value {
  if (isMatrix(value)) return value.map((row) => row.map((each) => unary(operator, each) as Scalar));
  if (operator === '-') return -toNumber(value);
  if (operator === '%') return toNumber(value) / 100;
  if (operator === '+' || operator === '@') return value;
  throw new NotComputed(operator);
}

const OPERATORS: Readonly<Record<string, (a: Scalar, b: Scalar) => Scalar>> = {
  '+': (a, b) => toNumber(a) + toNumber(b),
  '-': (a, b) => toNumber(a) - toNumber(b),
  '*': (a, b) => toNumber(a) * toNumber(b),
  '/': (a, b) => {
    const divisor = toNumber(b);
    if (divisor === 0) throw new FormulaError('#DIV/0!');
    return toNumber(a) / divisor;
  },
  '^': (a, b) => {
    const power = toNumber(a) ** toNumber(b);
    if (!Number.isFinite(power)) throw new FormulaError('#NUM!');
    return power;
  },
  '&': (a, b) => toText(a) + toText(b),
  '=': (a, b) => compare(a, b) === 0,
  '<>': (a, b) => compare(a, b) !== 0,
  '<': (a, b) => compare(a, b) < 0,
  '<=': (a, b) => compare(a, b) <= 0,
  '>': (a, b) => compare(a, b) > 0,
  '>=': (a, b) => compare(a, b) >= 0,
};

/** Of ranges, an operator is applied cell by cell, as within SUMPRODUCT. */
function binary(operator: string, a: Value, b: Value): Value {
  const apply = OPERATORS[operator];
  if (!apply) throw new NotComputed(operator);
  const each = (left: Scalar, right: Scalar): Scalar => {
    try {
      return apply(left, right);
    } catch (error) {
      if (error instanceof NotComputed || !(error instanceof Error)) throw error;
      return error;
    }
  };
  if (!isMatrix(a) && !isMatrix(b)) return each(a, b);
  const [left, right]: readonly [Matrix, Matrix] = [isMatrix(a) ? a : [[a]], isMatrix(b) ? b : [[b]]];
  const height = Math.max(left.length, right.length);
  const width = Math.max(left[0]?.length ?? 0, right[0]?.length ?? 0);
  const at = (matrix: Matrix, row: number, column: number): Scalar => {
    const line = matrix.length === 1 ? matrix[0] : matrix[row];
    return (line?.length === 1 ? line[0] : line?.[column]) ?? null;
  };
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_each, column) => each(at(left, row, column), at(right, row, column))),
  );
}
