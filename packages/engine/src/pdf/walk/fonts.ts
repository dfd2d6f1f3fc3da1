import { needsProgram } from '../../../../pdf-core/src/load.ts';
import type {
  Core,
  CoreDict,
  CoreEvaluator,
  CoreFont,
  CoreRef,
  CoreTranslatedFont,
} from '../../../../pdf-core/src/types.ts';
import { cidToGlyph, glyphTexts } from '../font-program.ts';
import { describeFont } from '../fonts.ts';
import { texFont } from '../tex-fonts.ts';
import type { WalkFont } from './state.ts';

/** Finds the fonts that a page's operators name. Loaded fonts are shared by the pages of a document. */
export interface FontLoader {
  byName(name: string, resources: CoreDict): Promise<WalkFont | null>;
  /** The same at once; undefined when the font has not been loaded yet. */
  known(name: string, resources: CoreDict): WalkFont | null | undefined;
  /** A font that a graphics state dictionary refers to. */
  byRef(ref: CoreRef | CoreDict): Promise<WalkFont | null>;
}

/** Fonts that were loaded with their program, and the look of every font: for the life of a document. */
export interface FontCache {
  readonly looks: WeakMap<CoreFont, WalkFont>;
  programs: unknown;
}

export function createFontLoader(of: {
  readonly core: Core;
  readonly evaluator: CoreEvaluator;
  readonly cache: FontCache;
  readonly page: number;
}): FontLoader {
  const { core, evaluator, cache, page } = of;
  const task = new core.WorkerTask(`page ${page}`);
  const byResources = new WeakMap<CoreDict, Map<string, WalkFont | null>>();
  const load = async (
    name: string,
    font: CoreRef | CoreDict | null,
    resources: CoreDict,
    id: string,
  ): Promise<WalkFont | null> => {
    const translated = await evaluator.loadFont(name, font, resources, task);
    const reload = async (): Promise<WalkFont> => {
      needsProgram.add(translated.dict);
      cache.programs ??= new core.RefMap();
      const usual = evaluator.fontCache;
      evaluator.fontCache = cache.programs;
      try {
        return walkFont(core, await evaluator.loadFont(name, font, resources, task), cache, id);
      } finally {
        evaluator.fontCache = usual;
      }
    };
    const usable = walkFont(core, translated, cache, id);
    return usable.core.includedToUnicode === null ||
      usable.core.includedToUnicode === undefined ||
      usable.core.isType3Font === true
      ? usable
      : { ...usable, withProgram: reload };
  };
  return {
    async byName(name, resources) {
      const known = byResources.get(resources) ?? new Map<string, WalkFont | null>();
      byResources.set(resources, known);
      const font = await load(name, null, resources, `${name}p${page}`).catch(() => null);
      known.set(name, font);
      return font;
    },
    known: (name, resources) => byResources.get(resources)?.get(name),
    byRef: (ref) => load('', ref, core.Dict.empty, `gs-p${page}`).catch(() => null),
  };
}

function walkFont(core: Core, translated: CoreTranslatedFont, cache: FontCache, id: string): WalkFont {
  const { font, dict } = translated;
  const known = cache.looks.get(font);
  if (known !== undefined) return known;
  const matrix = font.fontMatrix;
  const look = describeFont(translated);
  const made: WalkFont = {
    key: typeof dict?.objId === 'string' ? dict.objId : id,
    core: font,
    look,
    scale: matrix?.[0] ?? 0.001,
    em: font.isType3Font === true ? type3Em(font) : 1,
    tex: texFont(look.name),
    ...(font.composite === true ? { byProgram: programReader(core, translated, look.name) } : {}),
    ...(font.builtInEncoding ? { byProgram: namesReader(core, font.builtInEncoding) } : {}),
  };
  cache.looks.set(font, made);
  return made;
}

/** The letters, and ligatures of them, by the names of glyphs that the program of a simple font has for its codes. */
function namesReader(core: Core, names: Readonly<Record<number, string>>): (code: number) => string | undefined {
  return (code) => {
    const unicode = core.getUnicodeForGlyph(names[code] ?? '', core.getGlyphsUnicode());
    const isLigature = unicode >= 0xfb00 && unicode <= 0xfb06;
    return isLigature || (unicode > 0x1f && unicode < 0xd800) ? String.fromCodePoint(unicode) : undefined;
  };
}

/** The font's program is read when the first code is asked for. */
function programReader(
  core: Core,
  { font, dict }: CoreTranslatedFont,
  name: string,
): (code: number) => string | undefined {
  let textOf: ((cid: number) => string | undefined) | undefined;
  return (code) => {
    textOf ??= textsOfProgram(core, dict) ?? standardTexts(core, name);
    const cid = font.cMap?.contains(code) === true ? font.cMap.lookup(code) : code;
    return typeof cid === 'number' ? textOf(cid) : undefined;
  };
}

/** The characters of CIDs by the program of their font; undefined where it does not tell any. */
function textsOfProgram(core: Core, dict: CoreDict): ((cid: number) => string | undefined) | undefined {
  const texts = glyphTexts(dict, (glyph) => core.getUnicodeForGlyph(glyph, core.getGlyphsUnicode()));
  const toGlyph = cidToGlyph(dict);
  return texts.size === 0 ? undefined : (cid) => texts.get(toGlyph(cid));
}

/** Dashes, ligatures, spaces and quotation marks that the maps of pdf.js leave out. */
const ARIAL = { 177: 0x2013, 178: 0x2014, 191: 0xfb01, 192: 0xfb02 };
const CALIBRI = { 3: 0x20, 858: 0x2018, 859: 0x2019, 862: 0x201c, 863: 0x201d, 884: 0x2013 };

/** Fonts of Windows number their glyphs in well-known orders, and the CIDs of parts of them are these numbers. */
function standardTexts(core: Core, name: string): (cid: number) => string | undefined {
  const orders = [
    { fonts: /calibri/i, order: () => ({ ...CALIBRI, ...core.getSupplementalGlyphMapForCalibri() }) },
    {
      fonts: /arial|times ?new|courier ?new|tahoma|verdana|helvetica/i,
      order: () => ({ ...ARIAL, ...core.getGlyphMapForStandardFonts() }),
    },
  ];
  const texts: Readonly<Record<number, number>> = orders.find(({ fonts }) => fonts.test(name))?.order() ?? {};
  return (cid) => (texts[cid] === undefined ? undefined : String.fromCodePoint(texts[cid]));
}

const hasIdeographs = ({ toUnicode, widths = {} }: CoreFont): boolean =>
  Object.keys(widths).some((code) => /\p{Script=Han}/u.test(toUnicode?.get(Number(code)) ?? ''));

/**
 * The em of a Type 3 font, in text space for a size of 1. Where the box of its letters is not stated, or that of no
 * letters of this size, twice their mean width, since letters are half an em wide, but ideographs a whole one.
 */
function type3Em(font: CoreFont): number {
  const [a = 0.001, , , d = 0.001] = font.fontMatrix ?? [];
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const height = Math.abs((top - bottom) * d);
  if (height > 0.1 && height < 4) return 1;
  const em = Math.abs(meanWidth(font) * (hasIdeographs(font) ? 1 : 2) * a);
  return em > 0.05 && em < 20 ? em : 1;
}

function meanWidth(font: CoreFont): number {
  const widths = Object.values(font.widths ?? {}).filter((width) => width > 0);
  return widths.reduce((sum, width) => sum + width, 0) / Math.max(widths.length, 1);
}
