/**
 * What a page shows before anything is inferred from it: the only input of page layout, from a PDF's text layer or from
 * OCR. Plain JSON; a pure function of the document's bytes and the page number.
 *
 * Coordinates: points (1/72 inch), origin at the top left of the crop box with the page's rotation applied, y down,
 * quantised to 1/100. Nothing outside the crop box is listed, but boxes of text may extend beyond it.
 */
export interface RawPage {
  /** 1-based. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr' | 'mixed';
  /** In the order in which they are painted (PDF) or found (OCR), which is not the reading order. */
  readonly runs: readonly RawRun[];
  /**
   * By `RawRun.font`. The key names the PDF's font object, so it is the same on every page; OCR words have the font
   * `ocr`.
   */
  readonly fonts: Readonly<Record<string, RawFont>>;
  readonly rules: readonly RawRule[];
  readonly boxes: readonly RawBox[];
  readonly shapes: readonly RawShape[];
  readonly images: readonly RawImage[];
  readonly links: readonly RawLink[];
  readonly widgets: readonly RawWidget[];
  /** Entries of the document's outline that lead to this page, in their order. */
  readonly outline: readonly RawOutlineEntry[];
  /** The structure tree's branches that touch this page; absent when the document is not tagged. */
  readonly tags?: readonly RawTag[];
  /** Label that the document gives this page (`iv`, `A-3`), where it differs from the number. */
  readonly label?: string;
  /** Mean confidence of OCR, 0 to 100. */
  readonly confidence?: number;
  /** What was done to the page so that its text is read from left to right. */
  readonly frame?: ReadingFrame;
}

/** What is drawn on a page beside its text, and how its letters look. */
export type Canvas = Omit<RawPage, 'runs' | 'links' | 'tags' | 'label'>;

/** How a page was turned, and after that mirrored, to be read. */
export interface ReadingFrame {
  /** Degrees clockwise in which its text is read on the page as it is shown. */
  readonly turned?: number;
  readonly mirrored?: true;
}

/** A rectangle parallel to the axes: `x0 <= x1`, `y0 <= y1`. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/**
 * At most one word (or, where a script has no spaces, one stretch) in one style: the text is cut at white space, at
 * every gap wider than a tenth of the font size, at backward jumps, and where style, colour, line or marked content
 * change. So a run never holds white space, a word may be several runs (kerning, tracked titles, a bold initial), and
 * whether a gap is a space is for layout to decide.
 */
export interface RawRun extends Rect {
  /** In logical order (a right-to-left word too), ligatures resolved where the document tells how. Never empty. */
  readonly text: string;
  /**
   * Where the letters stand: the y of the baseline for angles 0 and 180, its x for 90 and 270, the y of its start for
   * others.
   */
  readonly baseline: number;
  /** Font size as shown, in points. */
  readonly size: number;
  /** Key of `RawPage.fonts`. */
  readonly font: string;
  /** 0xrrggbb. */
  readonly color: number;
  /** Bits of `RUN`. */
  readonly flags: number;
  /**
   * Direction of reading in degrees clockwise: 0 to the right, 90 down, 180, 270 up, or any other whole number below
   * 360. Absent: 0.
   */
  readonly angle?: number;
  /** White space was written before this run on the same line: certain evidence of a space. */
  readonly space?: true;
  /** Marked content that the run belongs to: the key of `RawTag.content`. */
  readonly mcid?: number;
  /** Confidence of OCR, 0 to 100. */
  readonly confidence?: number;
  /** The LaTeX of a formula within a line, which layout makes one run of. */
  readonly latex?: string;
}

/** Below this confidence, what OCR read is a signature, an ornament or handwriting as often as print. */
export const DOUBTFUL_CONFIDENCE = 60;

/** Bits of `RawRun.flags`. */
export const RUN = {
  bold: 1,
  italic: 2,
  mono: 4,
  serif: 8,
  /** Invisible: render mode 3 (the text layer of a scan), clipped, or in the colour of its background. */
  hidden: 16,
  /** Marked by the document as an artifact (running header, footer, page number, watermark). */
  artifact: 32,
  /** Vertical writing: the letters stand upright and follow each other downwards. `angle` is 90. */
  vertical: 64,
  /** The value of a form field. */
  field: 128,
  /** Text that is partly a guess: the document does not say which characters these glyphs are. */
  unmapped: 256,
  /** Right-to-left script. */
  rtl: 512,
  /** The text of an annotation (free text, stamp), not of the page itself. */
  annotation: 1024,
} as const;

export interface RawFont {
  /** PostScript name without its subset tag. */
  readonly name: string;
  /** Name without its style (`Helvetica` of `Helvetica-BoldOblique`): equal for the styles of one family. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly serif: boolean;
  /** A font of mathematical or other signs. */
  readonly symbolic: boolean;
  /** Height above and depth below the baseline, as shares of the size; `descent` is positive. */
  readonly ascent: number;
  readonly descent: number;
}

/**
 * A horizontal or vertical line: stroked, or a filled box thinner than 3 points (`y0` and `y1`, or `x0` and `x1`,
 * are then its middle).
 */
export interface RawRule extends Rect {
  readonly kind: 'horizontal' | 'vertical';
  /** Line width in points. */
  readonly width: number;
  readonly color: number;
  readonly dashed?: true;
}

/** A filled or stroked rectangle that is not thin. The sides of a stroked one are also listed in `rules`. */
export interface RawBox extends Rect {
  readonly fill?: number;
  readonly stroke?: number;
}

/** Any other painted path (curve, slanted line, polygon): evidence of a drawing. */
export interface RawShape extends Rect {
  readonly fill?: number;
  readonly stroke?: number;
  /** A rectangle but for its corners. */
  readonly rounded?: true;
}

export interface RawImage extends Rect {
  /** Identifies the image in the document, however often it is used. */
  readonly id: string;
  /** Pixels. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  /** True for a stencil: a one-bit mask painted in a colour. */
  readonly mask?: true;
  readonly alt?: string;
  readonly mcid?: number;
  /** The file name of the stored image, when images are wanted. */
  readonly asset?: string;
}

export interface RawLink extends Rect {
  /** Absolute URL, or `#page=N` for a place in the document. */
  readonly href: string;
}

export interface RawWidget extends Rect {
  /** Full field name. */
  readonly name: string;
  readonly kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';
  /** Shown value of a text or choice field. Its text is in `runs` too (`RUN.field`). */
  readonly value?: string;
  readonly checked?: boolean;
}

export interface RawOutlineEntry {
  /** 1 for the outermost. */
  readonly level: number;
  readonly title: string;
  /** The position on this page to which it leads, if it states one. */
  readonly y?: number;
}

/**
 * A node of the structure tree, its role mapped to the standard one (`H1`, `P`, `L`, `LI`, `Table`, `TR`, `TH`, `TD`,
 * `Figure`, …).
 */
export interface RawTag {
  readonly role: string;
  readonly kids: readonly RawTag[];
  /**
   * Marked content of this page (`RawRun.mcid`), in order, that belongs to this node itself; `kidsBefore[i]` kids come
   * before `content[i]`.
   */
  readonly content: readonly number[];
  readonly kidsBefore: readonly number[];
  readonly alt?: string;
  readonly actualText?: string;
  readonly lang?: string;
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

/** A page of text with nothing on it, as large as a letter. */
export function emptyPage(page: number): RawPage {
  return {
    page,
    width: 612,
    height: 792,
    source: 'text',
    runs: [],
    fonts: {},
    rules: [],
    boxes: [],
    shapes: [],
    images: [],
    links: [],
    widgets: [],
    outline: [],
  };
}

/** A font of which only the name is known. */
export const plainFont = (name: string): RawFont => ({
  name,
  family: name,
  bold: false,
  italic: false,
  mono: false,
  serif: false,
  symbolic: false,
  ascent: 0.75,
  descent: 0.22,
});
