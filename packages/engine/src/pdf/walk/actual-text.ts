import { RUN } from '../../layout/model/raw-page.ts';
import type { WalkRun } from './run.ts';

/**
 * Replaces what glyphs mean by the text that a document states for this part of its content (`ActualText`), which is
 * meant for small replacements. A text that does not fit the runs is used only where the glyphs have no meaning.
 */
export function replaceText(runs: readonly WalkRun[], actualText: string): WalkRun[] {
  const stated = actualText
    .replace(/[\u200B-\u200F\u202A-\u202E\uFEFF]|(?!\s)\p{Cc}/gu, '')
    .replaceAll('\u00AD', '-')
    .replace(/\s+/g, ' ')
    .trim();
  const first = runs[0];
  if (first === undefined) return [];
  const shown = runs.map((run) => run.text).join('');
  if (stated === '') return /^[-\s]*$/.test(shown) ? [...runs] : runs.every((run) => run.guessed > 0) ? [] : [...runs];
  const words = stated.split(' ');
  if (words.join('') === shown) return [...runs];
  const unknown = runs.some((run) => run.guessed > 0);
  if (!unknown && (words.join('').length > shown.length * 3 + 4 || words.join('').length * 3 < shown.length))
    return [...runs];
  if (words.length === runs.length) return runs.map((run, index) => ({ ...known(run), text: words[index] as string }));
  const oneLine = runs.every(
    (run) => Math.abs(run.baseline - first.baseline) < first.size * 0.6 && run.angle === first.angle,
  );
  if (!oneLine) return [...runs];
  return spread(words, runs, first);
}

function known(run: WalkRun): WalkRun {
  return { ...run, flags: run.flags & ~RUN.unmapped, guessed: 0 };
}

/** Words over the width of a line, by their letters. */
function spread(words: readonly string[], runs: readonly WalkRun[], first: WalkRun): WalkRun[] {
  const x0 = Math.min(...runs.map((run) => run.x0));
  const x1 = Math.max(...runs.map((run) => run.x1));
  const y0 = Math.min(...runs.map((run) => run.y0));
  const y1 = Math.max(...runs.map((run) => run.y1));
  if (words.length === 1 || first.angle !== undefined)
    return [{ ...known(first), x0, y0, x1, y1, text: words.join(' ').replaceAll(' ', '\u00A0') }];
  const letters = words.join(' ').length;
  let at = 0;
  return words.map((text, index) => {
    const from = x0 + ((x1 - x0) * at) / letters;
    const to = x0 + ((x1 - x0) * (at + text.length)) / letters;
    at += text.length + 1;
    const run: WalkRun = { ...known(first), text, x0: Math.round(from * 100) / 100, x1: Math.round(to * 100) / 100 };
    if (index > 0) run.space = true;
    return run;
  });
}
