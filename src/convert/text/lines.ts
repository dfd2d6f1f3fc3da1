/** Lines of a text that comes in pieces, whatever its line ends (LF, CRLF, CR). */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    // A CR at the end of a piece may be half of a line end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield last;
}
