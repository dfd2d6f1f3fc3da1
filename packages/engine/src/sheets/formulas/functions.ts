import * as library from '@formulajs/formulajs';
import { createNumberFormats } from '../number-format.ts';
import { compare, FormulaError, isMatrix, NotComputed, toNumber, toText } from './values.ts';
import type { Scalar, Value } from './values.ts';

/**
 * Functions that are computed: those that people use, without those whose result changes by itself (TODAY, RAND), that
 * make references from text (INDIRECT), or that take long or much room for large numbers (REPT, FACT, COMBIN).
 */
const NAMES = new Set(
  (
    'ABS ACOS ASIN ATAN ATAN2 AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CEILING CHAR CLEAN CODE CONCAT CONCATENATE ' +
    'CORREL COS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DATEDIF DATEVALUE DAY DAYS DAYS360 DEGREES EDATE ' +
    'EOMONTH EVEN EXACT EXP FIND FLOOR FV GEOMEAN GCD HLOOKUP HOUR INDEX INT INTERCEPT IPMT IRR ISBLANK ISEVEN ' +
    'ISLOGICAL ISNONTEXT ISNUMBER ISODD ISOWEEKNUM ISTEXT LARGE LCM LEFT LEN LN LOG LOG10 LOOKUP LOWER MATCH MAX ' +
    'MAXIFS MEDIAN MID MIN MINIFS MINUTE MOD MODE MONTH MROUND NETWORKDAYS NOT NPER NPV NUMBERVALUE ODD PERCENTILE ' +
    'PI PMT POWER PPMT PRODUCT PROPER PV QUARTILE QUOTIENT RADIANS RANK RATE REPLACE RIGHT ROUND ROUNDDOWN ROUNDUP ' +
    'SEARCH SECOND SIGN SIN SLN SLOPE SMALL SQRT STDEV STDEVP SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ ' +
    'TAN TEXTJOIN TIME TIMEVALUE TRIM TRUNC UPPER VALUE VAR VARP VLOOKUP WEEKDAY WEEKNUM WORKDAY XOR YEAR YEARFRAC ' +
    'STDEV.S STDEV.P VAR.S VAR.P MODE.SNGL PERCENTILE.INC QUARTILE.INC RANK.EQ RANK.AVG'
  ).split(' '),
);

type Call = (...values: readonly Value[]) => Value;

const formats = createNumberFormats(false);

function scalar(value: Value | undefined): Scalar {
  return value === undefined ? null : isMatrix(value) ? (value[0]?.[0] ?? null) : value;
}

const all = (values: readonly Value[]): Scalar[] =>
  values.flatMap((value) => (isMatrix(value) ? value.flat().filter((each) => typeof each !== 'string') : [value]));

/** Functions that the library lacks or reads otherwise. */
const OWN: Readonly<Record<string, Call>> = {
  TRUE: () => true,
  FALSE: () => false,
  NA: () => new FormulaError('#N/A'),
  AND: (...values) => all(values).every((value) => value === null || toNumber(value) !== 0),
  OR: (...values) => all(values).some((value) => value !== null && toNumber(value) !== 0),
  TEXT: (value, code) => formats.number(toText(scalar(code)), toNumber(scalar(value))) ?? new FormulaError('#VALUE!'),
  T: (value) => (typeof scalar(value) === 'string' ? scalar(value) : ''),
  N: (value) => (typeof scalar(value) === 'number' ? scalar(value) : 0),
  HYPERLINK: (address, text) => scalar(text ?? address),
  ROWS: (value) => (isMatrix(value) ? value.length : 1),
  COLUMNS: (value) => (isMatrix(value) ? (value[0]?.length ?? 0) : 1),
  ISERROR: (value) => scalar(value) instanceof Error,
  ISERR: (value) => scalar(value) instanceof Error && (scalar(value) as Error).message !== '#N/A',
  ISNA: (value) => scalar(value) instanceof Error && (scalar(value) as Error).message === '#N/A',
  VLOOKUP(wanted, table, column, isSorted) {
    if (!isMatrix(table)) throw new NotComputed('VLOOKUP');
    if (isSorted === undefined || isSorted === null || toNumber(scalar(isSorted)) !== 0)
      return fromLibrary('VLOOKUP')!(wanted, table, column);
    const row = table.find(([key]) => key !== null && key !== undefined && compare(key, scalar(wanted)) === 0);
    return row ? (row[toNumber(scalar(column)) - 1] ?? new FormulaError('#REF!')) : new FormulaError('#N/A');
  },
  XLOOKUP(wanted, from, results, otherwise) {
    const keys = isMatrix(from) ? from.flat() : [from];
    const values = isMatrix(results) ? results.flat() : [results];
    const at = keys.findIndex((key) => key !== null && compare(key, scalar(wanted)) === 0);
    if (values.length !== keys.length) throw new NotComputed('XLOOKUP');
    return at < 0 ? (otherwise ?? new FormulaError('#N/A')) : values[at]!;
  },
};

/** Calls a function by its name in a file. Throws `NotComputed`. */
export function callFunction(name: string, values: readonly Value[]): Value {
  const own = name.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '');
  const call = Object.hasOwn(OWN, own) ? OWN[own] : NAMES.has(own) ? fromLibrary(own) : undefined;
  if (!call) throw new NotComputed(own);
  const result = call(...values) as Value | undefined;
  if (result === undefined || (typeof result === 'number' && !Number.isFinite(result))) throw new NotComputed(own);
  return result;
}

function fromLibrary(name: string): Call | undefined {
  let found: unknown = library;
  for (const part of name.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[part];
  if (typeof found !== 'function') return undefined;
  const call = found as Call;
  return CRITERIA.test(name) ? (...values) => call(...values.map(inLowerCase)) : call;
}

/** Functions that compare texts, which Excel does without case, and return none of them. */
const CRITERIA = /IFS?$|^MATCH$/;

function inLowerCase(value: Value): Value {
  if (isMatrix(value)) return value.map((row) => row.map((each) => inLowerCase(each) as Scalar));
  return typeof value === 'string' ? value.toLowerCase() : value;
}
