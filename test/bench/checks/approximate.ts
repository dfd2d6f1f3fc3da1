/**
 * Ends (exclusive) of the places in `text` that differ from `pattern` by at most `most` letters, by Sellers' algorithm:
 * the edit distance whose first row is 0, so that a match may begin anywhere.
 */
export function matchEnds(text: string, pattern: string, most: number): number[] {
  const ends: number[] = [];
  if (most === 0 || pattern.length <= most) {
    for (let at = text.indexOf(pattern); at >= 0 && pattern; at = text.indexOf(pattern, at + 1))
      ends.push(at + pattern.length);
    return ends;
  }
  const column = Uint16Array.from({ length: pattern.length + 1 }, (_, index) => index);
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    let diagonal = 0;
    for (let row = 1; row <= pattern.length; row += 1) {
      const above = column[row - 1]!;
      const left = column[row]!;
      const changed = diagonal + (pattern.charCodeAt(row - 1) === letter ? 0 : 1);
      column[row] = Math.min(changed, above + 1, left + 1);
      diagonal = left;
    }
    if (column[pattern.length]! <= most) ends.push(at + 1);
  }
  return ends;
}
