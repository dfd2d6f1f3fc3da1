import type { Block, Draft } from '../corpus/model.ts';
import type { Prose } from '../corpus/prose.ts';
import type { Random } from '../corpus/random.ts';

/** What a draft needs of its typesetter; absent where any will do. */
export interface FaultDraft extends Draft {
  /** Style rules beside those of the look: only typesetters of HTML can follow. */
  readonly css?: string;
  readonly columns?: 2;
  /** What the document says, where its blocks are split for the page. */
  readonly truth?: readonly Block[];
  /** Printed with a structure tree, by Chromium. */
  readonly tagged?: true;
}

export type Writer = (random: Random, prose: Prose) => FaultDraft;
