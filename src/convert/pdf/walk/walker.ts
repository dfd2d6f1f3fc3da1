import { Failure } from '../../failure.ts';
import type {
  Core,
  CoreDict,
  CoreOperation,
  CoreOptionalContent,
  CoreStates,
  CoreStream,
  CoreXRef,
} from '../core/types.ts';
import { lacksMapping } from '../glyphs.ts';
import { asMatrix, multiply, transformBox } from '../matrix.ts';
import type { Matrix } from '../matrix.ts';
import { replaceText } from './actual-text.ts';
import { PATTERN_COLOR } from './colors.ts';
import { setColor } from './color-operators.ts';
import type { Colors } from './colors.ts';
import type { FontLoader } from './fonts.ts';
import { placeImage } from './images.ts';
import type { WalkImage } from './images.ts';
import { UNMARKED, isVisible, openMarked } from './marked.ts';
import type { Marked } from './marked.ts';
import { PathCollector } from './paths.ts';
import { RunCollector } from './runs.ts';
import { intersect } from './state.ts';
import type { GraphicsState, WalkFont } from './state.ts';
import { TextPosition, showText } from './text.ts';

/** Operators of one page, forms included. Passing it ends the page's conversion by name. */
export const MAX_OPERATORS = 2_000_000;
const MAX_FORM_DEPTH = 20;
const MAX_STATES = 2_000;
/** The core would keep states of its own, each a prototype of the next: ten thousand unclosed `q` take it minutes. The walker has its own. */
const NO_STATES: CoreStates = { stateStack: [], save() {}, restore() {}, transform() {} };
const MAX_IMAGES = 5_000;

/** One pass over content streams: text, paths, images and their order. */
export class Walker {
  readonly text = new RunCollector();
  readonly paths = new PathCollector();
  readonly images: WalkImage[] = [];
  readonly fonts = new Map<string, WalkFont>();
  /** What could not be read: a kind and how often. */
  readonly problems = new Map<string, number>();
  #order = 0;
  #operators = 0;
  #inlineImages = 0;
  readonly #openForms = new Set<string>();
  readonly #core: Core;
  readonly #xref: CoreXRef;
  readonly #colors: Colors;
  readonly #loader: FontLoader;
  readonly #layers: CoreOptionalContent | null;
  readonly #page: number;

  constructor(of: {
    core: Core;
    xref: CoreXRef;
    colors: Colors;
    loader: FontLoader;
    layers: CoreOptionalContent | null;
    page: number;
  }) {
    this.#core = of.core;
    this.#xref = of.xref;
    this.#colors = of.colors;
    this.#loader = of.loader;
    this.#layers = of.layers;
    this.#page = of.page;
  }

  problem(kind: string): void {
    this.problems.set(kind, (this.problems.get(kind) ?? 0) + 1);
  }

  /** Walks one content stream; what comes before a place that cannot be read is kept. `outer` is the marked content around it; `flags` are added to every run. */
  async walk(
    stream: CoreStream,
    resources: CoreDict,
    state: GraphicsState,
    outer: Marked = UNMARKED,
    depth = 0,
    flags = 0,
  ): Promise<void> {
    try {
      await this.#run(await decoded(this.#core, stream), resources, state, outer, depth, flags);
    } catch (error) {
      if (error instanceof Failure) throw error;
      this.problem('content-unreadable');
    }
  }

  async #run(
    stream: CoreStream,
    resources: CoreDict,
    initial: GraphicsState,
    outer: Marked,
    depth: number,
    flags: number,
  ): Promise<void> {
    const { OPS } = this.#core;
    const preprocessor = new this.#core.EvaluatorPreprocessor(stream, this.#xref, NO_STATES);
    const operation: CoreOperation = { fn: 0, args: null };
    const { text, paths } = this;
    const saved: GraphicsState[] = [];
    const marks: { mark: Marked; runsBefore: number }[] = [];
    let mark = outer;
    let state: GraphicsState = { ...initial };
    let position = new TextPosition();
    let clipPending = false;
    const endPath = (fill: boolean, stroke: boolean): void => {
      const clip = clipPending ? paths.clipWith(state.clip) : state.clip;
      if (mark.invisible) paths.end();
      else paths.paint(state, fill, stroke, this.#order);
      state.clip = clip;
      clipPending = false;
    };
    const show = (items: readonly unknown[]): void => {
      if (mark.invisible || state.font === null) return;
      this.fonts.set(state.font.key, state.font);
      showText(this.#core, items, state, state.font, position, mark, flags, text, this.#order);
    };
    const complete = async (items: readonly unknown[]): Promise<void> => {
      const reload = state.font?.withProgram;
      if (reload !== undefined) state.font = await reload().catch(() => state.font);
      show(items);
    };
    while (true) {
      operation.args = null;
      if (!this.#read(preprocessor, operation)) break;
      this.#order++;
      if (++this.#operators > MAX_OPERATORS)
        throw new Failure('limit_exceeded', `Page ${this.#page} has more than ${MAX_OPERATORS} operators.`, this.#page);
      const args: unknown[] = (operation.args as unknown[] | null) ?? [];
      const n = args as number[];
      switch (operation.fn) {
        case OPS.save:
          if (saved.length < MAX_STATES) saved.push({ ...state });
          break;
        case OPS.restore:
          state = saved.pop() ?? state;
          break;
        case OPS.transform: {
          const matrix = asMatrix(args);
          if (matrix !== undefined) state.ctm = multiply(state.ctm, matrix);
          break;
        }
        case OPS.setLineWidth:
          state.lineWidth = numeric(args[0]);
          break;
        case OPS.setDash:
          state.dashed = Array.isArray(args[0]) && args[0].some((length) => typeof length === 'number' && length > 0);
          break;
        case OPS.setGState:
          await this.#setGraphics(args[0], resources, state);
          break;

        case OPS.moveTo:
          onPage(state.ctm, n[0], n[1], (x, y) => paths.moveTo(x, y));
          break;
        case OPS.lineTo:
          onPage(state.ctm, n[0], n[1], (x, y) => paths.lineTo(x, y));
          break;
        case OPS.curveTo:
        case OPS.curveTo2:
        case OPS.curveTo3:
          for (let i = 0; i + 1 < args.length; i += 2) onPage(state.ctm, n[i], n[i + 1], (x, y) => paths.curveTo(x, y));
          break;
        case OPS.closePath:
          paths.close();
          break;
        case OPS.rectangle: {
          const [x = 0, y = 0, width = 0, height = 0] = n;
          onPage(state.ctm, x, y, (px, py) => paths.moveTo(px, py));
          onPage(state.ctm, x + width, y, (px, py) => paths.lineTo(px, py));
          onPage(state.ctm, x + width, y + height, (px, py) => paths.lineTo(px, py));
          onPage(state.ctm, x, y + height, (px, py) => paths.lineTo(px, py));
          paths.close();
          break;
        }
        case OPS.closeStroke:
          paths.close();
          endPath(false, true);
          break;
        case OPS.stroke:
          endPath(false, true);
          break;
        case OPS.fill:
        case OPS.eoFill:
          endPath(true, false);
          break;
        case OPS.closeFillStroke:
        case OPS.closeEOFillStroke:
          paths.close();
          endPath(true, true);
          break;
        case OPS.fillStroke:
        case OPS.eoFillStroke:
          endPath(true, true);
          break;
        case OPS.endPath:
          endPath(false, false);
          break;
        case OPS.clip:
        case OPS.eoClip:
          clipPending = true;
          break;
        case OPS.shadingFill:
          if (!mark.invisible) paths.shade(state, PATTERN_COLOR, this.#order);
          break;

        case OPS.beginText:
          position = new TextPosition();
          break;
        case OPS.endText:
          break;
        case OPS.setCharSpacing:
          state.charSpacing = numeric(args[0]);
          break;
        case OPS.setWordSpacing:
          state.wordSpacing = numeric(args[0]);
          break;
        case OPS.setHScale:
          state.hScale = numeric(args[0]) / 100;
          break;
        case OPS.setLeading:
          state.leading = numeric(args[0]);
          break;
        case OPS.setFont:
          state.fontSize = numeric(args[1]);
          {
            const name = args[0] instanceof this.#core.Name ? args[0].name : '';
            const known = this.#loader.known(name, resources);
            state.font = known === undefined ? await this.#loader.byName(name, resources) : known;
          }
          break;
        case OPS.setTextRenderingMode:
          state.renderMode = numeric(args[0]);
          break;
        case OPS.setTextRise:
          state.rise = numeric(args[0]);
          break;
        case OPS.moveText:
          position.moveLine(numeric(args[0]), numeric(args[1]));
          break;
        case OPS.setLeadingMoveText:
          state.leading = -numeric(args[1]);
          position.moveLine(numeric(args[0]), numeric(args[1]));
          break;
        case OPS.setTextMatrix: {
          const matrix = asMatrix(args);
          if (matrix !== undefined) position.set(matrix);
          break;
        }
        case OPS.nextLine:
          position.moveLine(0, -state.leading);
          break;
        case OPS.showText:
          if (lacksProgram(state.font, args)) await complete(args);
          else show(args);
          break;
        case OPS.showSpacedText: {
          const items = Array.isArray(args[0]) ? (args[0] as unknown[]) : [];
          if (lacksProgram(state.font, items)) await complete(items);
          else show(items);
          break;
        }
        case OPS.nextLineSetSpacingShowText:
          state.wordSpacing = numeric(args[0]);
          state.charSpacing = numeric(args[1]);
          position.moveLine(0, -state.leading);
          if (lacksProgram(state.font, args)) await complete(args.slice(2));
          else show(args.slice(2));
          break;
        case OPS.nextLineShowText:
          position.moveLine(0, -state.leading);
          if (lacksProgram(state.font, args)) await complete(args);
          else show(args);
          break;

        case OPS.paintXObject:
          if (!mark.invisible) await this.#paintObject(args[0], resources, state, mark, depth, flags);
          break;
        case OPS.endInlineImage:
          if (!mark.invisible && args[0] instanceof this.#core.BaseStream)
            this.#addImage(args[0], `p${this.#page}i${this.#inlineImages++}`, true, resources, state, mark);
          break;

        case OPS.beginMarkedContent:
        case OPS.beginMarkedContentProps:
          if (marks.length >= MAX_STATES) break;
          marks.push({ mark, runsBefore: this.#cut() });
          mark = openMarked(this.#core, this.#xref, this.#layers, mark, args, resources, depth > 0);
          break;
        case OPS.endMarkedContent: {
          const closed = marks.pop();
          if (closed === undefined) break;
          if (mark.actualText !== undefined)
            text.runs.push(...replaceText(text.takeSince(closed.runsBefore), mark.actualText));
          mark = closed.mark;
          break;
        }
        default:
          setColor(OPS, operation.fn, args, state, this.#colors, resources);
      }
    }
    text.flush();
    paths.end();
  }

  /** Only a run that a replacement may begin with has to be cut: others go on over marked content, as long as nothing else changes. */
  #cut(): number {
    this.text.flush();
    return this.text.runs.length;
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

  async #setGraphics(name: unknown, resources: CoreDict, state: GraphicsState): Promise<void> {
    const { Dict, Name, Ref } = this.#core;
    const all = resources.get('ExtGState');
    const settings = name instanceof Name && all instanceof Dict ? all.get(name.name) : undefined;
    if (!(settings instanceof Dict)) return;
    const fill = settings.get('ca');
    const stroke = settings.get('CA');
    const width = settings.get('LW');
    const font = settings.has('Font') ? settings.get('Font') : undefined;
    if (typeof fill === 'number') state.fillAlpha = fill;
    if (typeof stroke === 'number') state.strokeAlpha = stroke;
    if (typeof width === 'number') state.lineWidth = width;
    if (Array.isArray(font) && typeof font[1] === 'number' && (font[0] instanceof Ref || font[0] instanceof Dict)) {
      state.fontSize = font[1];
      state.font = await this.#loader.byRef(font[0]);
    }
  }

  async #paintObject(
    name: unknown,
    resources: CoreDict,
    state: GraphicsState,
    mark: Marked,
    depth: number,
    flags: number,
  ): Promise<void> {
    const { BaseStream, Dict, Name, Ref } = this.#core;
    const objects = resources.get('XObject');
    if (!(name instanceof Name) || !(objects instanceof Dict)) return;
    const raw = objects.getRaw(name.name);
    let object: unknown;
    try {
      object = this.#xref.fetchIfRef(raw);
    } catch {
      this.problem('object-unreadable');
      return;
    }
    if (!(object instanceof BaseStream) || object.dict === null) return;
    const { dict } = object;
    const layer = dict.get('OC');
    if (
      layer instanceof Dict &&
      !isVisible(this.#layers, this.#core.parseMarkedContentProps(this.#xref, layer, resources))
    )
      return;
    const subtype = dict.get('Subtype');
    const kind = subtype instanceof Name ? subtype.name : '';
    const id = raw instanceof Ref ? raw.toString() : `p${this.#page}${name.name}`;
    if (kind === 'Image') this.#addImage(object, id, false, resources, state, mark);
    else if (kind === 'Form' || dict.has('BBox')) await this.form(object, id, resources, state, mark, depth, flags);
  }

  /** Walks a form within a state that is left as it was. */
  async form(
    form: CoreStream,
    id: string,
    resources: CoreDict,
    state: GraphicsState,
    mark: Marked,
    depth: number,
    flags: number,
  ): Promise<void> {
    const { dict } = form;
    if (dict === null || this.#openForms.has(id)) return;
    if (depth >= MAX_FORM_DEPTH) {
      this.problem('form-too-deep');
      return;
    }
    const inner: GraphicsState = { ...state };
    const matrix = asMatrix(dict.getArray('Matrix'));
    if (matrix !== undefined) inner.ctm = multiply(inner.ctm, matrix);
    const box = dict.getArray('BBox');
    if (Array.isArray(box) && box.length >= 4 && box.every((side) => typeof side === 'number')) {
      const [x0, y0, x1, y1] = transformBox(
        inner.ctm,
        box[0] as number,
        box[1] as number,
        box[2] as number,
        box[3] as number,
      );
      inner.clip = intersect(inner.clip, x0, y0, x1, y1);
      if (inner.clip[2] < inner.clip[0] || inner.clip[3] < inner.clip[1]) return;
    }
    const own = dict.get('Resources');
    this.#openForms.add(id);
    try {
      this.text.flush();
      await this.walk(form, own instanceof this.#core.Dict ? own : resources, inner, mark, depth + 1, flags);
    } finally {
      this.#openForms.delete(id);
    }
  }

  #addImage(
    stream: CoreStream,
    id: string,
    inline: boolean,
    resources: CoreDict,
    state: GraphicsState,
    mark: Marked,
  ): void {
    if (this.images.length >= MAX_IMAGES) {
      this.problem('images-left-out');
      return;
    }
    const image = placeImage(this.#core, stream, id, inline, resources, state, mark, this.#order);
    if (image !== undefined) this.images.push(image);
  }
}

/** The whole stream at once, where that is the quicker way. */
async function decoded(core: Core, stream: CoreStream): Promise<CoreStream> {
  if (!stream.isAsync) return stream;
  const bytes = await stream.asyncGetBytes();
  return bytes === null ? stream : new core.Stream(bytes, 0, bytes.length, stream.dict);
}

/** A font whose own map misses a code of these strings has to be loaded again, with its program. */
function lacksProgram(font: WalkFont | null, items: readonly unknown[]): boolean {
  if (font?.withProgram === undefined) return false;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    for (const glyph of font.core.charsToGlyphs(item))
      if (glyph.text === undefined && lacksMapping(font.core, glyph)) return true;
  }
  return false;
}

function numeric(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function onPage(ctm: Matrix, x: number | undefined, y: number | undefined, use: (x: number, y: number) => void): void {
  if (typeof x === 'number' && typeof y === 'number')
    use(ctm[0] * x + ctm[2] * y + ctm[4], ctm[1] * x + ctm[3] * y + ctm[5]);
}
