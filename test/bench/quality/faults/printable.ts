import type { Look, Source } from '../corpus/model.ts';

/** A document that any of the programs can set. */
export interface Printable {
  readonly name: string;
  readonly source: Source;
  /** What its truth is made of, where that is not the source. */
  readonly truth?: Source;
  readonly columns: number;
  /** Style rules, for programs that set HTML. */
  readonly css: string;
  readonly tagged: boolean;
  /** How it looks by programs that have a look of their own otherwise. */
  readonly look?: Look;
}
