/** The parts of pdf.js' core that are used, as far as they are used. */
export interface CoreName {
  readonly name: string;
}

export interface CoreRef {
  readonly num: number;
  readonly gen: number;
  toString(): string;
}

export interface CoreDict {
  readonly objId: string | null;
  readonly xref?: CoreXRef | null;
  readonly size: number;
  get(key: string, other?: string): unknown;
  getRaw(key: string): unknown;
  getArray(key: string, other?: string): unknown;
  getKeys(): IterableIterator<string>;
  has(key: string): boolean;
}

export interface CoreStream {
  readonly dict: CoreDict | null;
  readonly isAsync: boolean;
  readonly isImageStream?: boolean;
  asyncGetBytes(): Promise<Uint8Array | null>;
  getBytes(length?: number): Uint8Array;
  reset(): void;
  /** The stream that a decoder reads from. */
  readonly stream?: CoreStream;
}

export interface CoreXRef {
  fetch(ref: CoreRef): unknown;
  fetchIfRef(value: unknown): unknown;
  readonly encrypt?: unknown;
  /** The document catalog. */
  readonly root?: CoreDict | null;
}

export interface CoreGlyph {
  readonly originalCharCode: number;
  readonly unicode: string;
  readonly width: number;
  readonly vmetric: readonly [number, number, number] | undefined;
  readonly isSpace: boolean;
  /** Ours: the text, once it is known. */
  text?: string;
  /** Ours: true when the text is a guess. */
  guessed?: boolean;
}

export interface CoreFont {
  readonly name: string;
  readonly type: string;
  readonly isType3Font?: boolean;
  readonly isSerifFont?: boolean;
  readonly isMonospace?: boolean;
  readonly composite?: boolean;
  readonly missingFile: boolean;
  readonly vertical?: boolean;
  readonly ascent?: number;
  readonly descent?: number;
  readonly bbox?: readonly number[];
  readonly fontMatrix?: readonly number[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly toUnicode?: { has(code: number): boolean; get(code: number): string | undefined };
  readonly includedToUnicode?: { has(code: number): boolean; get(code: number): string | undefined } | null;
  readonly cMap?: { contains(code: number): boolean; lookup(code: number): unknown };
  readonly differences?: Map<number, string>;
  readonly defaultEncoding?: readonly string[];
  /** Names of glyphs by code, as the program of a simple font has them. */
  readonly builtInEncoding?: Readonly<Record<number, string>>;
  charsToGlyphs(codes: string): readonly CoreGlyph[];
}

export interface CoreTranslatedFont {
  readonly font: CoreFont;
  readonly dict: CoreDict;
  readonly loadedName: string;
}

export interface CoreEvaluator {
  fontCache: unknown;
  loadFont(
    name: string,
    font: CoreDict | CoreRef | null,
    resources: CoreDict,
    task: unknown,
  ): Promise<CoreTranslatedFont>;
}

export interface CorePage {
  readonly ref: CoreRef | null;
  readonly pageDict: CoreDict;
  readonly resources: CoreDict;
  readonly rotate: number;
  readonly userUnit: number;
  /** Crop box within the media box, in default user space. */
  readonly view: readonly [number, number, number, number];
  readonly annotations: readonly unknown[];
  getContentStream(): Promise<CoreStream>;
  _createPartialEvaluator(handler: unknown): CoreEvaluator;
  _parseStructTree(root: unknown): { readonly serializable: CoreTag };
}

export interface CoreTag {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly CoreTag[];
  readonly alt?: string;
  readonly lang?: string;
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

export interface CoreOutlineItem {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly CoreOutlineItem[];
}

export interface CoreCatalog {
  readonly acroForm: CoreDict | null;
  /** True when the pages were counted one by one, because the page tree is wrong. */
  readonly hasActualNumPages: boolean;
  /** From the page tree. */
  readonly _pagesCount: number;
  readonly documentOutline: readonly CoreOutlineItem[] | null;
  readonly pageLabels: readonly string[] | null;
  readonly structTreeRoot: unknown;
  readonly markInfo: ReadonlyMap<string, boolean> | null;
  readonly optionalContentConfig: CoreOptionalContent | null;
  readonly globalColorSpaceCache: unknown;
  readonly fontCache: unknown;
  getDestination(name: string): unknown;
  getPageIndex(ref: CoreRef): Promise<number>;
  cleanup(manually: boolean): Promise<void>;
}

export interface CoreOptionalContent {
  readonly baseState: string | null;
  readonly on: readonly string[];
  readonly off: readonly string[];
  readonly groups: readonly {
    readonly id: string;
    readonly usage: { readonly view: { readonly viewState: string } | null };
  }[];
}

export interface CoreDocument {
  readonly numPages: number;
  readonly xref: CoreXRef;
  readonly catalog: CoreCatalog;
  getPage(index: number): Promise<CorePage>;
}

export interface CoreManager {
  readonly pdfDocument: CoreDocument;
  initDocument(recover: boolean): Promise<void>;
  terminate(reason: unknown): void;
}

export interface CoreOperation {
  fn: number;
  args: unknown[] | null;
}

export interface CoreColorSpace {
  readonly name: string;
  readonly numComps: number;
  readonly base?: CoreColorSpace | null;
  getRgb(source: readonly number[] | Float32Array, offset: number): ArrayLike<number>;
}

type Class<Arguments extends readonly unknown[], Instance> = new (...args: Arguments) => Instance;

/** The state of `q`, `Q` and `cm` in the core's reader of operators. */
export interface CoreStates {
  readonly stateStack: readonly unknown[];
  save(): void;
  restore(): void;
  transform(args: unknown): void;
}

/** A stream of which only some chunks are there. */
export interface CoreChunkedStream extends CoreStream {
  bytes: Uint8Array;
  _loadedChunks: Set<number>;
  end: number;
  numChunks: number;
  readonly isDataLoaded: boolean;
  ensureByte(position: number): void;
  ensureRange(begin: number, end: number): void;
}

export interface CoreCommand {
  readonly cmd: string;
}

/** Reads tokens from a stream whose byte before `pos` is `currentChar`: -1 at the end. */
export interface CoreLexer {
  readonly stream: CoreStream & { readonly bytes: Uint8Array; pos: number; readonly end: number };
  currentChar: number;
  /** The initial state of operators; null outside of content streams. */
  readonly knownCommands: Readonly<Record<string, unknown>> | null;
}

/**
 * The tokens of which documents have most, read from bytes in memory. The core's lexer calls a function for each byte
 * and puts each letter into an array. Here, a name or a command that was seen before is found by its bytes. What is not
 * plain (escapes, odd numbers, inline images, documents that are only partly here) answers undefined, with nothing
 * read: then the core reads it.
 */
export interface QuickTokens {
  name(lexer: CoreLexer): CoreName | undefined;
  number(lexer: CoreLexer): number | undefined;
  string(lexer: CoreLexer): string | undefined;
  hexString(lexer: CoreLexer): string | undefined;
  command(lexer: CoreLexer): CoreCommand | undefined;
}

export interface Core {
  readonly BaseStream: Class<[], CoreStream>;
  readonly ChunkedStream: Class<[length: number, chunkBytes: number, manager: null], CoreChunkedStream>;
  readonly Cmd: Class<[never], CoreCommand> & { get(cmd: string): CoreCommand };
  readonly Dict: Class<[xref: CoreXRef | null], CoreDict & { set(key: string, value: unknown): void }> & {
    readonly empty: CoreDict;
  };
  readonly Name: Class<[never], CoreName> & { get(name: string): CoreName };
  readonly Ref: Class<[never], CoreRef>;
  readonly RefMap: Class<[], unknown>;
  readonly Stream: Class<[bytes: Uint8Array, start?: number, length?: number, dict?: CoreDict | null], CoreStream>;
  readonly EvaluatorPreprocessor: Class<
    [stream: CoreStream, xref: CoreXRef, states: CoreStates],
    { read(operation: CoreOperation): boolean }
  >;
  readonly JpegStream: Class<[never], CoreStream>;
  readonly LocalColorSpaceCache: Class<[], unknown>;
  readonly PDFFunctionFactory: Class<[{ xref: CoreXRef }], unknown>;
  readonly LocalPdfManager: Class<[Record<string, unknown>], CoreManager>;
  readonly PasswordException: Class<[never], Error>;
  readonly XRefParseException: Class<[never], Error>;
  readonly WorkerTask: Class<[name: string], unknown>;
  readonly ColorSpaceUtils: {
    parse(of: Record<string, unknown>): CoreColorSpace;
    readonly cmyk: CoreColorSpace;
    readonly gray: CoreColorSpace;
    readonly rgb: CoreColorSpace;
  };
  readonly PDFImage: { buildImage(of: Record<string, unknown>): Promise<CoreImage> };
  readonly OPS: Readonly<Record<string, number>>;
  readonly ZapfDingbatsEncoding: readonly string[];
  readonly getDingbatsGlyphsUnicode: () => Readonly<Record<string, number>>;
  /** Unicode by glyph number in the usual order of Arial, Times New Roman and Courier New. */
  readonly getGlyphMapForStandardFonts: () => Readonly<Record<number, number>>;
  /** That of Calibri. */
  readonly getSupplementalGlyphMapForCalibri: () => Readonly<Record<number, number>>;
  readonly getGlyphsUnicode: () => Readonly<Record<string, number>>;
  readonly getUnicodeForGlyph: (name: string, glyphs: Readonly<Record<string, number>>) => number;
  readonly parseMarkedContentProps: (xref: CoreXRef, properties: unknown, resources: CoreDict) => CoreVisibility | null;
  readonly setVerbosityLevel: (level: number) => void;
  readonly stringToPDFString: (text: string) => string;
  readonly hooks: {
    inflate: ((bytes: Uint8Array) => Uint8Array | null) | null;
    skipFontFile: ((font: CoreDict, toUnicode: unknown) => boolean) | null;
    skipGlyphs: ((font: CoreDict | undefined) => boolean) | null;
    trustCounts: ((xref: CoreXRef) => boolean) | null;
    tokens: QuickTokens | null;
  };
}

export interface CoreVisibility {
  readonly type: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly policy?: string | null;
  readonly expression?: readonly unknown[] | null;
}

export interface CoreImage {
  readonly width: number;
  readonly height: number;
  readonly imageMask: boolean;
  createImageData(forceRgba: boolean): Promise<{
    readonly width: number;
    readonly height: number;
    readonly kind: number;
    readonly data: Uint8Array | Uint8ClampedArray;
  }>;
}
