import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attacksOn, costOf, findExpressions } from './regular-expressions.ts';

/** CPU time for 20,000 characters: what takes linear time needs less than one millisecond. */
const SLOW_MS = 100;
/** Expressions that take quadratic time, by a part of them, and what bounds the text. */
const BOUNDED: Readonly<Record<string, string>> = {
  '\\[[^\\]]+\\]\\([^)\\s]+\\)': 'the first 1,000 characters of a line',
  '<meta[^>]+charset': 'the first 4,096 bytes of a file',
  '(?:bold|italic|oblique': 'the first 200 characters of the name of a font',
  '[-,_ ]+$': 'the first 200 characters of the name of a font',
  "[\\p{P}\\p{S}]*(?:\\p{L}[\\p{L}\\p{M}'’-]*": 'words of at most 100 characters',
  '(?:[,;!]|\\p{L}{5,}\\.)$': 'a label of at most 48 letters',
  '[.\\s]+$': 'a file name that was cut to 255 bytes',
  '<math[^]*<\\/math>': 'what KaTeX writes, in the browser',
  '(\\d+)(-native)?\\.json$': 'the key of an object that the API wrote',
  '(?:[{}[\\],:]|"': 'sticky: tried at one place only',
};

/** The attack that takes longest, if one takes too long. */
function worstAttack(expression: RegExp): string | undefined {
  for (const text of attacksOn(expression)) {
    // Once more, since the machine may have been busy with something of ours.
    if (costOf(expression, text) > SLOW_MS && costOf(expression, text) > SLOW_MS)
      return `${JSON.stringify(text.slice(0, 16))} … ${JSON.stringify(text.slice(-4))}`;
  }
  return undefined;
}

describe('regular expressions', () => {
  it('take linear time, or read bounded texts', () => {
    const slow = findExpressions(join(import.meta.dirname, '../../src'))
      .filter(({ expression }) => !Object.keys(BOUNDED).some((part) => expression.source.includes(part)))
      .map(({ place, expression }) => ({ place, expression: String(expression), attack: worstAttack(expression) }))
      .filter(({ attack }) => attack !== undefined);
    expect(slow).toEqual([]);
  });

  it.each([/(a+)+$/, /\s+$/, /x*x*y/])('that do not are found: %s', (expression) => {
    expect(worstAttack(expression)).toBeDefined();
  });
});
