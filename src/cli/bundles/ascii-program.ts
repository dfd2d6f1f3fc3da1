const BEYOND_ASCII = /[^\0-\x7F]/g;
/** A backslash before it that is none of a pair would take the escape's own. */
const AFTER_BACKSLASH = /(?<!\\)(?:\\\\)*\\[^\0-\x7F]/;

/**
 * JavaScript with escapes for what is not ASCII. esbuild writes them in strings and names; what it leaves stands in
 * regular expressions, as literals or in `String.raw`, where the escape means the same.
 */
export function asciiProgram(source: string): string {
  const [found] = AFTER_BACKSLASH.exec(source) ?? [];
  if (found !== undefined) throw new Error(`No escape for ${found}: leave out the backslash before it`);
  return source.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
