import type { TextInline } from '../document.ts';

/**
 * Takes spaces off both ends, since a delimiter does not work beside a space on its inner side; and punctuation where a
 * word's letter stands on the outer side, for the same reason (CommonMark 6.2, left- and right-flanking).
 */
export function trimRuns(
  runs: readonly TextInline[],
  wordBefore: boolean,
  wordAfter: boolean,
): [string, TextInline[], string] {
  const core = [...runs];
  const lead = cutStart(core, wordBefore);
  const trail = cutEnd(core, wordAfter);
  return [lead, core, trail];
}

function cutStart(runs: TextInline[], wordBefore: boolean): string {
  let cut = '';
  while (runs[0] && !runs[0].code) {
    const meetsWord = wordBefore && cut === '' && !/^\s/.test(runs[0].text);
    const found = (meetsWord ? /^[\s\p{P}\p{S}]+/u : /^\s+/).exec(runs[0].text)?.[0] ?? '';
    cut += found;
    runs[0] = { ...runs[0], text: runs[0].text.slice(found.length) };
    if (runs[0].text !== '') break;
    runs.shift();
  }
  return cut;
}

function cutEnd(runs: TextInline[], wordAfter: boolean): string {
  let cut = '';
  for (let last = runs.at(-1); last && !last.code; last = runs.at(-1)) {
    const found = trailing(last.text, wordAfter && cut === '' && !/\s$/.test(last.text));
    cut = found + cut;
    runs[runs.length - 1] = { ...last, text: last.text.slice(0, last.text.length - found.length) };
    if (found.length < last.text.length) break;
    runs.pop();
  }
  return cut;
}

/**
 * Spaces, or spaces and punctuation, at the end. From behind, since a regular expression would try every run of them in
 * a long text.
 */
function trailing(text: string, punctuation: boolean): string {
  let at = text.length;
  while (at > 0 && (punctuation ? /[\s\p{P}\p{S}]/u : /\s/).test(text[at - 1]!)) at--;
  return text.slice(at);
}
