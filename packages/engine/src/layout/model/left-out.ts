/** Why text of a page is in none of its blocks. */
export type LeftOutReason =
  | 'hidden'
  | 'off the page'
  | 'too small'
  | 'watermark'
  | 'printed twice'
  | 'number of a line'
  | 'mark in a check box'
  | 'line of a drawing'
  | 'written as LaTeX';

/** Text that a stage took out of the page. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly text: string;
}

export const countOf = (left: readonly LeftOut[], reason: LeftOutReason): number =>
  left.filter((each) => each.reason === reason).length;
