/** Characters of a line at most: a text without line ends must not be held as one. */
const LINE = 1_000_000;

/** Lines of a text that comes in pieces, whatever its line ends (LF, CRLF, CR). */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    // A CR at the end of a piece may be half of a line end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > LINE && !rest.endsWith('\r')) {
      yield rest;
      rest = '';
    }
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield last;
}
