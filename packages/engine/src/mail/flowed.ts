/** Joins lines that are only folded (RFC 3676, 4). */
export function unfoldFlowed(text: string, deletesSpace: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: number; text: string } | undefined;
  const close = (): void => {
    if (open) paragraphs.push(written(open.depth, open.text));
    open = undefined;
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const depth = /^>*/.exec(line)![0].length;
    // One space is stuffed before lines that begin with a space or a mark (4.4).
    const own = line.slice(depth).replace(/^ /, '');
    if (open && open.depth !== depth) close();
    // The line above a signature ends in a space, and is no part of it (4.3).
    const isSignature = own === '-- ';
    if (isSignature) close();
    const before: string = open?.text ?? '';
    const isFlowed = own.endsWith(' ') && !isSignature;
    open = { depth, text: before + (isFlowed && deletesSpace ? own.slice(0, -1) : own) };
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join('\n');
}

/** With quotation marks as in plain text; a mark that the author wrote is escaped by a space. */
function written(depth: number, text: string): string {
  if (depth === 0) return text.startsWith('>') ? ` ${text}` : text;
  return `${'>'.repeat(depth)} ${text}`;
}
