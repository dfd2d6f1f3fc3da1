import type { Source } from '../corpus/model.ts';

/** A document that any of the programs can set. */
export interface Printable {
  readonly name: string;
  readonly source: Source;
  readonly columns: number;
  /** Style rules, for programs that set HTML. */
  readonly css: string;
  readonly tagged: boolean;
}
