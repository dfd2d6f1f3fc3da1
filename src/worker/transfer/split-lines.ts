/** Cuts a stream of bytes into lines of text, without the line feeds. */
export async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let chunks: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      chunks.push(chunk.subarray(from, at));
      yield Buffer.concat(chunks).toString('utf8');
      chunks = [];
      from = at + 1;
    }
    if (from < chunk.length) chunks.push(chunk.subarray(from));
  }
  if (chunks.length > 0) yield Buffer.concat(chunks).toString('utf8');
}
