/** Cuts a stream of bytes into lines of text, without the line feeds. */
export async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, at));
      yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      from = at + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}
