import { Failure } from '../../failure.ts';
import type {
  Core,
  CoreOperation,
  CoreOptionalContent,
  CoreStates,
  CoreStream,
  CoreXRef,
} from '../../../../pdf-core/src/types.ts';
import { asBox, asMatrix, multiply, transformBox } from '../matrix.ts';
import type { Colors } from './colors.ts';
import type { Content, Operator, PageContent, Surroundings } from './content.ts';
import type { FontLoader } from './fonts.ts';
import type { WalkImage } from './images.ts';
import { operatorTable } from './operators/table.ts';
import { PathCollector } from './paths.ts';
import { RunCollector } from './runs.ts';
import { intersect } from './state.ts';
import type { GraphicsState, WalkFont } from './state.ts';
import { TextPosition } from './text-position.ts';

/** Operators of one page, forms included. Passing it ends the page's conversion by name. */
const MAX_OPERATORS = 2_000_000;
const MAX_FORM_DEPTH = 20;
/**
 * The core would keep states of its own, each a prototype of the next: ten thousand unclosed `q` take it minutes.
 * The walker has its own.
 */
const NO_STATES: CoreStates = { stateStack: [], save() {}, restore() {}, transform() {} };

/** One pass over the content streams of a page: text, paths, images and their order. */
export class Walker implements PageContent {
  readonly text = new RunCollector();
  readonly paths = new PathCollector();
  readonly images: WalkImage[] = [];
  readonly fonts = new Map<string, WalkFont>();
  /** Constructs that could not be read: a kind and how often. */
  readonly problems = new Map<string, number>();
  order = 0;
  inlineImages = 0;
  readonly number: number;
  readonly core: Core;
  readonly xref: CoreXRef;
  readonly colors: Colors;
  readonly loader: FontLoader;
  readonly layers: CoreOptionalContent | null;
  readonly #openForms = new Set<string>();
  readonly #operators: readonly (Operator | undefined)[];

  constructor(of: Pick<PageContent, 'number' | 'core' | 'xref' | 'colors' | 'loader' | 'layers'>) {
    this.number = of.number;
    this.core = of.core;
    this.xref = of.xref;
    this.colors = of.colors;
    this.loader = of.loader;
    this.layers = of.layers;
    this.#operators = operatorTable(of.core.OPS);
  }

  problem(kind: string): void {
    this.problems.set(kind, (this.problems.get(kind) ?? 0) + 1);
  }

  /** Walks one content stream; what comes before a place that cannot be read is kept. */
  async walk(stream: CoreStream, around: Surroundings): Promise<void> {
    try {
      await this.#run(await decoded(this.core, stream), around);
    } catch (error) {
      if (error instanceof Failure) throw error;
      this.problem('content-unreadable');
    }
  }

  async #run(stream: CoreStream, around: Surroundings): Promise<void> {
    const preprocessor = new this.core.EvaluatorPreprocessor(stream, this.xref, NO_STATES);
    const operation: CoreOperation = { fn: 0, args: null };
    const content: Content = {
      page: this,
      resources: around.resources,
      state: { ...around.state },
      saved: [],
      mark: around.mark,
      marks: [],
      position: new TextPosition(),
      clipPending: false,
      depth: around.depth,
      flags: around.flags,
    };
    while (true) {
      operation.args = null;
      if (!this.#read(preprocessor, operation)) break;
      if (++this.order > MAX_OPERATORS)
        throw new Failure(
          'limit_exceeded',
          `Page ${this.number} has more than ${MAX_OPERATORS} operators.`,
          this.number,
        );
      const pending = this.#operators[operation.fn]?.(content, (operation.args as unknown[] | null) ?? []);
      if (pending !== undefined) await pending;
    }
    this.text.flush();
    this.paths.end();
  }

  #read(preprocessor: { read(operation: CoreOperation): boolean }, operation: CoreOperation): boolean {
    try {
      return preprocessor.read(operation);
    } catch (error) {
      if (error instanceof Failure) throw error;
      this.problem('content-unreadable');
      return false;
    }
  }

  async form(form: CoreStream, id: string, around: Surroundings): Promise<void> {
    const { dict } = form;
    if (dict === null || this.#openForms.has(id)) return;
    if (around.depth >= MAX_FORM_DEPTH) return this.problem('form-too-deep');
    const state: GraphicsState = { ...around.state };
    const matrix = asMatrix(dict.getArray('Matrix'));
    if (matrix !== undefined) state.ctm = multiply(state.ctm, matrix);
    const box = asBox(dict.getArray('BBox'));
    if (box !== undefined) {
      state.clip = intersect(state.clip, transformBox(state.ctm, box));
      if (state.clip[2] < state.clip[0] || state.clip[3] < state.clip[1]) return;
    }
    const own = dict.get('Resources');
    const { mark, depth, flags } = around;
    const resources = own instanceof this.core.Dict ? own : around.resources;
    this.#openForms.add(id);
    try {
      this.text.flush();
      await this.walk(form, { resources, state, mark, depth: depth + 1, flags });
    } finally {
      this.#openForms.delete(id);
    }
  }
}

/** The whole stream at once, where that is the quicker way. */
async function decoded(core: Core, stream: CoreStream): Promise<CoreStream> {
  if (!stream.isAsync) return stream;
  const bytes = await stream.asyncGetBytes();
  return bytes === null ? stream : new core.Stream(bytes, 0, bytes.length, stream.dict);
}
