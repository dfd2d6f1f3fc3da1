export interface Run {
  readonly text: string;
  readonly style?: 'bold' | 'italic' | 'raised' | 'lowered';
}

const MARKS = /\*\*(.+?)\*\*|(?<![\p{L}\d])_(.+?)_(?![\p{L}\d])|\^(.+?)\^|~(.+?)~/gu;

/** A text with its marks as runs of one style each. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > at) runs.push({ text: text.slice(at, match.index) });
    const [all, bold, italic, raised, lowered] = match;
    const style = bold ? 'bold' : italic ? 'italic' : raised ? 'raised' : 'lowered';
    runs.push({ text: bold ?? italic ?? raised ?? lowered ?? '', style });
    at = match.index + all.length;
  }
  if (at < text.length) runs.push({ text: text.slice(at) });
  return runs;
}

/** The text as a typesetter's source: each run is escaped and wrapped. */
export function marked(
  text: string,
  escape: (text: string) => string,
  wrap: (text: string, style: Run['style']) => string,
): string {
  return runsOf(text)
    .map((run) => wrap(escape(run.text), run.style))
    .join('');
}
