const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/gu;

/**
 * Cells of a pipe row, or undefined where the line is none. A backslash does not protect a pipe: the public evaluator
 * splits there too.
 */
function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (!trimmed.includes('|')) return undefined;
  let cells = trimmed.split('|');
  if (trimmed.startsWith('|')) cells = cells.slice(1);
  if (cells.length > 0 && trimmed.endsWith('|')) cells = cells.slice(0, -1);
  return cells.length > 0 ? cells.map((cell) => cell.trim()) : undefined;
}

function isSeparator(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[-:]+$/u.test(cell.replaceAll(' ', '')));
}

/** Brings a row to the table's width. A row of three in a wider table is read as one whose middle cell spans. */
function toWidth(cells: readonly string[], width: number): string[] {
  if (cells.length === width) return [...cells];
  if (cells.length === 3 && width > 3) {
    return [cells[0] ?? '', ...Array.from({ length: width - 2 }, () => cells[1] ?? ''), cells[2] ?? ''];
  }
  return Array.from({ length: width }, (_, index) => cells[index] ?? '');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

function rowHtml(cells: readonly string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
}

function toHtml(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table>${rowHtml(header, 'th')}${rows.map((cells) => rowHtml(cells, 'td')).join('')}</table>`;
}

/**
 * Replaces each pipe table of a Markdown text by an HTML table on one line, as the public benchmark's evaluator does
 * before it compares.
 */
export function pipeTablesToHtml(markdown: string): string {
  const lines = markdown.match(LINE)?.filter((line) => line.length > 0) ?? [];
  const result: string[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? '';
    const header = cellsOf(line);
    const separator = header && index + 1 < lines.length ? cellsOf(lines[index + 1] ?? '') : undefined;
    if (!header || !separator || !isSeparator(separator)) {
      result.push(line);
      index++;
      continue;
    }
    const width = Math.max(header.length, separator.length);
    const rows: string[][] = [];
    let next = index + 2;
    for (let cells = cellsOf(lines[next] ?? ''); next < lines.length && cells; cells = cellsOf(lines[++next] ?? ''))
      rows.push(toWidth(cells, width));
    let head = toWidth(header, width);
    if (head.every((cell) => cell === '')) head = rows.shift() ?? head;
    result.push(toHtml(head, rows) + (/(?:\r\n|\n|\r)$/u.exec(line)?.[0] ?? ''));
    index = next;
  }
  return result.join('');
}
