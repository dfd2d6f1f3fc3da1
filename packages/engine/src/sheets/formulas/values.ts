import { general } from '../general-number.ts';

/** An error of Excel as a value, such as #DIV/0!. */
export class FormulaError extends Error {
  constructor(code: string) {
    super(code);
    this.name = 'FormulaError';
  }
}

/** Thrown for formulas that are not computed here: a function, a kind of reference, or more work than is allowed. */
export class NotComputed extends Error {}

export type Scalar = number | string | boolean | null | Date | Error;
export type Matrix = readonly (readonly Scalar[])[];
export type Value = Scalar | Matrix;

export function isMatrix(value: Value): value is Matrix {
  return Array.isArray(value);
}

const DAY = 86_400_000;
/** 1 January 1970 in the date system of 1900. */
const EPOCH = 25_569;

/** A scalar as Excel stores it: dates are numbers. */
export function plain(value: Scalar): Exclude<Scalar, Date> {
  return value instanceof Date ? (value.getTime() - value.getTimezoneOffset() * 60_000) / DAY + EPOCH : value;
}

export function toNumber(value: Scalar): number {
  const own = plain(value);
  if (own instanceof Error) throw own;
  if (own === null) return 0;
  if (typeof own === 'string' && own.trim() === '') throw new FormulaError('#VALUE!');
  const number = Number(own);
  if (!Number.isFinite(number)) throw new FormulaError('#VALUE!');
  return number;
}

export function toText(value: Scalar): string {
  const own = plain(value);
  if (own instanceof Error) throw own;
  if (own === null) return '';
  if (typeof own === 'number') return general(own);
  return typeof own === 'boolean' ? (own ? 'TRUE' : 'FALSE') : own;
}

/** Numbers come before texts, and these before truth values; letters are compared without case. */
export function compare(a: Scalar, b: Scalar): number {
  const [left, right] = [plain(a), plain(b)];
  if (left instanceof Error) throw left;
  if (right instanceof Error) throw right;
  const blank = (other: typeof left): number | string | boolean =>
    typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
  const [x, y] = [left ?? blank(right), right ?? blank(left)];
  const rank = (value: number | string | boolean): number => ['number', 'string', 'boolean'].indexOf(typeof value);
  if (rank(x) !== rank(y)) return rank(x) - rank(y);
  const [p, q] = [typeof x === 'string' ? x.toLowerCase() : x, typeof y === 'string' ? y.toLowerCase() : y];
  return p < q ? -1 : p > q ? 1 : 0;
}
