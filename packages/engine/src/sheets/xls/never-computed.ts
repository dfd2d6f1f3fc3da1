import { recordsFrom } from './records.ts';

const FORMULA = 0x0006;
const RECALC_ID = 0x01c1;
/** Where a formula's record has its result (MS-XLS 2.5.133), and what marks one that is no number. */
const RESULT = 6;
const NO_NUMBER = 0xffff;
const BLANK = 3;

/**
 * Whether the program that wrote a workbook left its formulas to be computed: none has a result other than 0 or
 * nothing, and no version of the computation is stated (MS-XLS 2.4.215), as all versions of Excel since 2000 do.
 */
export function wasNeverComputed(stream: Buffer): boolean {
  let formulas = 0;
  for (const { type, body } of recordsFrom(stream)) {
    if (type === RECALC_ID || (type === FORMULA && hasResult(body))) return false;
    if (type === FORMULA) formulas++;
  }
  return formulas > 0;
}

function hasResult(body: Buffer): boolean {
  if (body.length < RESULT + 8) return true;
  if (body.readUInt16LE(RESULT + 6) === NO_NUMBER) return body[RESULT] !== BLANK;
  return body.readDoubleLE(RESULT) !== 0;
}
