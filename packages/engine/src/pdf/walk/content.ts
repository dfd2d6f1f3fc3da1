import type { Core, CoreDict, CoreOptionalContent, CoreStream, CoreXRef } from '../../../../pdf-core/src/types.ts';
import type { Colors } from './colors.ts';
import type { FontLoader } from './fonts.ts';
import type { WalkImage } from './images.ts';
import type { Marked } from './marked.ts';
import type { PathCollector } from './paths.ts';
import type { RunCollector } from './runs.ts';
import type { GraphicsState, WalkFont } from './state.ts';
import type { TextPosition } from './text-position.ts';

/** Depth of unclosed `q` and `BDC` up to which they are kept. */
export const MAX_NESTING = 2_000;

/** Shared by the content streams of one page. */
export interface PageContent {
  readonly number: number;
  readonly core: Core;
  readonly xref: CoreXRef;
  readonly colors: Colors;
  readonly loader: FontLoader;
  readonly layers: CoreOptionalContent | null;
  readonly text: RunCollector;
  readonly paths: PathCollector;
  readonly images: WalkImage[];
  readonly fonts: Map<string, WalkFont>;
  /** Operators so far: the order of painting. */
  order: number;
  inlineImages: number;
  /** Counts something that could not be read. */
  problem(kind: string): void;
  /** Walks a form XObject; the graphics state is left as it was. `id` keeps a form from being walked within itself. */
  form(form: CoreStream, id: string, around: Surroundings): Promise<void>;
}

/** The initial state of a content stream: given by the page, or by what stands around a form. */
export interface Surroundings {
  readonly resources: CoreDict;
  readonly state: GraphicsState;
  readonly mark: Marked;
  /** How many forms it stands in. */
  readonly depth: number;
  /** Flags of `RUN` that every run gets. */
  readonly flags: number;
}

/** One content stream while its operators are carried out. */
export interface Content extends Surroundings {
  readonly page: PageContent;
  state: GraphicsState;
  /** The states that `q` saved and no `Q` has restored yet. */
  readonly saved: GraphicsState[];
  mark: Marked;
  /** The levels of marked content around `mark`, and how many runs there were when each was left. */
  readonly marks: { readonly mark: Marked; readonly runsBefore: number }[];
  position: TextPosition;
  /** True after `W` or `W*`, until the path is painted. */
  clipPending: boolean;
}

/** Carries out one operator. Those that have to load something answer a promise. */
export type Operator = (content: Content, operands: readonly unknown[]) => Promise<void> | void;

/** Operators by their names in pdf.js, which are those of ISO 32000 spelled out. */
export type OperatorGroup = Readonly<Record<string, Operator>>;

/** A number operand; 0 in place of anything else. */
export function numeric(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
