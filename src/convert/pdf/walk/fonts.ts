import { needsProgram } from '../core/core.ts';
import type { Core, CoreDict, CoreEvaluator, CoreFont, CoreRef, CoreTranslatedFont } from '../core/types.ts';
import { describeFont } from '../fonts.ts';
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

export function createFontLoader(core: Core, evaluator: CoreEvaluator, cache: FontCache, task: unknown, page: number): FontLoader {
  const byResources = new WeakMap<CoreDict, Map<string, WalkFont | null>>();
  const load = async (name: string, font: CoreRef | CoreDict | null, resources: CoreDict, id: string): Promise<WalkFont | null> => {
    const translated = await evaluator.loadFont(name, font, resources, task);
    const reload = async (): Promise<WalkFont> => {
      needsProgram.add(translated.dict);
      cache.programs ??= new core.RefMap();
      const usual = evaluator.fontCache;
      evaluator.fontCache = cache.programs;
      try {
        return walkFont(await evaluator.loadFont(name, font, resources, task), cache, id);
      } finally {
        evaluator.fontCache = usual;
      }
    };
    const usable = walkFont(translated, cache, id);
    return usable.core.includedToUnicode === null || usable.core.includedToUnicode === undefined || usable.core.isType3Font === true ? usable : { ...usable, withProgram: reload };
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

function walkFont(translated: CoreTranslatedFont, cache: FontCache, id: string): WalkFont {
  const { font, dict } = translated;
  const known = cache.looks.get(font);
  if (known !== undefined) return known;
  const matrix = font.fontMatrix;
  const made: WalkFont = {
    key: typeof dict?.objId === 'string' ? dict.objId : id,
    core: font,
    look: describeFont(translated),
    scale: matrix?.[0] ?? 0.001,
    em: font.isType3Font === true ? type3Em(font) : 1,
  };
  cache.looks.set(font, made);
  return made;
}

/** The em of a Type 3 font, in text space for a size of 1: its letters' box, or twice their mean width where that is not stated. */
function type3Em(font: CoreFont): number {
  const [a = 0.001, , , d = 0.001] = font.fontMatrix ?? [];
  const [, bottom = 0, , top = 0] = font.bbox ?? [];
  const height = Math.abs((top - bottom) * d);
  if (height > 0.1 && height < 4) return Math.min(height, 1.5);
  const widths = Object.values(font.widths ?? {}).filter((width) => width > 0);
  const mean = widths.reduce((sum, width) => sum + width, 0) / Math.max(widths.length, 1);
  const em = Math.abs(mean * 2 * a);
  return em > 0.05 && em < 20 ? em : 1;
}
