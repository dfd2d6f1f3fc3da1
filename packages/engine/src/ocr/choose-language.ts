import type { Engine, Recognized } from './engine.ts';
import { meanConfidence } from './mean-confidence.ts';
import type { Prepared } from './prepare.ts';
import { isVertical, scriptOf, shareOf } from './scripts.ts';
import { columnStripOf, stripOf } from './strip.ts';

export interface Choice {
  readonly prepared: Prepared;
  readonly language: string;
}

/** A score at which the script is certain, and no other is tried. The wrong script stays below 73. */
const CERTAIN = 80;
/** A language takes the place of one before it in the list if it is surer by this much, of 100. */
const SURER = 1;

/**
 * Reads a few lines of the page, in one language of each script, and then in the others of the script that was read
 * best. `ways` are the ways up that the page may be. Where no language is certain, those that are written in columns
 * are tried on the page as it lies, `unturned`.
 */
export async function chooseLanguage(
  ways: readonly Prepared[],
  engine: Engine,
  dpi: number,
  unturned: () => Promise<Prepared>,
): Promise<Choice> {
  const vertical = engine.languages.filter(isVertical);
  const isRowless = vertical.length === engine.languages.length && vertical.length > 0;
  const best = isRowless
    ? { prepared: await unturned(), language: vertical[0]!, score: 0 }
    : await chooseInRows(ways, engine, dpi);
  if (best.score >= CERTAIN || vertical.length === 0) return best;
  const prepared = await unturned();
  if (prepared.letter === undefined) return best;
  const strip = columnStripOf(prepared, prepared.letter);
  let found: Scored = best;
  for (const language of vertical) {
    const score = scoreOf(await engine.in(language).recognize(strip, dpi), language);
    if (score > found.score + SURER) found = { prepared, language, score };
  }
  return found;
}

type Scored = Choice & { readonly score: number };

async function chooseInRows(ways: readonly Prepared[], engine: Engine, dpi: number): Promise<Scored> {
  const [first] = ways as readonly [Prepared];
  const languages = engine.languages.filter((language) => !isVertical(language));
  const isOnly = ways.length === 1 && engine.languages.length === 1;
  const fallback = { prepared: first, language: languages[0]!, score: 0 };
  if (first.letter === undefined || isOnly) return fallback;
  const scripts = Map.groupBy(languages, scriptOf);
  const read = async (prepared: Prepared, language: string) => {
    const strip = stripOf(prepared, prepared.letter ?? first.letter!);
    return { prepared, language, score: scoreOf(await engine.in(language).recognize(strip, dpi), language) };
  };
  let best = fallback;
  const pairs = [...scripts.values()].flatMap(([language]) => ways.map((prepared) => ({ prepared, language })));
  for (const { prepared, language } of pairs) {
    if (best.score >= CERTAIN) break;
    const found = await read(prepared, language!);
    if (found.score > best.score + (best.score > 0 ? SURER : 0)) best = found;
  }
  for (const language of scripts.get(scriptOf(best.language))!.slice(1)) {
    const found = await read(best.prepared, language);
    if (found.score > best.score + SURER) best = found;
  }
  return best;
}

/** How sure the engine is, less for letters that the language does not have. */
function scoreOf(recognized: Recognized, language: string): number {
  const text = recognized.lines.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  return meanConfidence(recognized) * shareOf(scriptOf(language), text);
}
