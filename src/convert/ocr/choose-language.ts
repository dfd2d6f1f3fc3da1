import type { Engine, Recognized } from './engine.ts';
import { meanConfidence } from './mean-confidence.ts';
import type { Prepared } from './prepare.ts';
import { scriptOf, shareOf } from './scripts.ts';
import { stripOf } from './strip.ts';

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
 * best. `ways` are the ways up that the page may be.
 */
export async function chooseLanguage(ways: readonly Prepared[], engine: Engine, dpi: number): Promise<Choice> {
  const [first] = ways as readonly [Prepared];
  const { languages } = engine;
  const fallback = { prepared: first, language: languages[0]! };
  if (first.letter === undefined || (ways.length === 1 && languages.length === 1)) return fallback;
  const scripts = Map.groupBy(languages, scriptOf);
  const read = async (prepared: Prepared, language: string) => {
    const strip = stripOf(prepared, prepared.letter ?? first.letter!);
    return { prepared, language, score: scoreOf(await engine.in(language).recognize(strip, dpi), language) };
  };
  let best = { ...fallback, score: 0 };
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
