import { Failure } from '../failure.ts';
import type { Format } from '../formats.ts';

const HTML =
  /^<(?:!doctype\s+html|html|head|body|title|meta|table|div|p|h[1-6]|ul|ol|article|section|main|span|script|style|link)\b/i;

/**
 * Which kind of plain text the first bytes are; `cut` says that the file goes on after them. HTML shows itself; CSV, TXT and Markdown are told apart by name first, then by
 * shape. Throws `unsupported_format` for bytes that are no text, and for XML of another kind.
 */
export function detectText(head: Buffer, fileName: string | undefined, cut: boolean): Format {
  const text = decode(head);
  if (text === undefined) throw new Failure('unsupported_format', 'The format of the file is not recognised.');
  if (HTML.test(withoutPreamble(text))) return 'html';
  const extension = /\.([a-z0-9]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase();
  if (extension === 'csv' || extension === 'tsv' || extension === 'tab') return 'csv';
  if (extension === 'md' || extension === 'markdown' || extension === 'mdown' || extension === 'mkd') return 'md';
  if (extension === 'html' || extension === 'htm' || extension === 'xhtml') return 'html';
  if (/^\s*<(?:\?xml|svg|rss|feed)\b/.test(text))
    throw new Failure('unsupported_format', 'The file is XML of a kind that is not supported.');
  if (extension === 'txt' || extension === 'text' || extension === 'log') return 'txt';
  if (looksLikeCsv(text, cut)) return 'csv';
  return looksLikeMarkdown(text) ? 'md' : 'txt';
}

/** Without an XML declaration and comments at the beginning. */
function withoutPreamble(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<?xml')
      ? rest.indexOf('?>') + 2
      : rest.startsWith('<!--')
        ? rest.indexOf('-->', 4) + 3
        : 0;
    if (end < 4) return rest;
    rest = rest.slice(end).trimStart();
  }
}

/** ASCII-compatible text is read as Latin-1, enough for shapes; undefined where control bytes say that it is no text. */
function decode(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff)
    return Buffer.from(head.subarray(2, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le');
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return undefined;
    // Tab, line feed, vertical tab, form feed, carriage return and escape (as in ISO-2022) are text.
    if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  }
  if (controls > head.length / 1000) return undefined;
  return head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}

/** At least two lines, all with the same number (one or more) of the same delimiter outside of quotes. */
function looksLikeCsv(text: string, cut: boolean): boolean {
  const lines = text.split(/\r\n|\r|\n/).slice(0, 50);
  if (cut && lines.length < 50) lines.pop();
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some((delimiter) => {
    const counts = lines.map(
      (line) =>
        line
          .slice(0, 4096)
          .replaceAll(/"(?:[^"]|"")*"/g, '')
          .split(delimiter).length - 1,
    );
    // Prose has commas too, in varying number; two lines alone may agree by chance.
    return counts[0]! > 0 && counts.every((count) => count === counts[0]) && (lines.length > 2 || counts[0]! > 1);
  });
}

function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).slice(0, 200);
  const marks = lines.filter((line) =>
    /^#{1,6} \S|^```|^\|.*\|\s*$|\[[^\]]+\]\([^)\s]+\)|\*\*\S.*\*\*/.test(line),
  ).length;
  return marks >= 2 || /^#{1,6} \S/.test(lines.find((line) => line.trim() !== '') ?? '');
}
