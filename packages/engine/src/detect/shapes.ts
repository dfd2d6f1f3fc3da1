import { withoutPreamble } from './preamble.ts';

/** At least two lines, all with the same number (one or more) of the same delimiter outside of quotes. */
export function looksLikeCsv(text: string, cut: boolean): boolean {
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

const MARKDOWN = /^#{1,6} \S|^```|^\|.*\|\s*$|\[[^\]]+\]\([^)\s]+\)|\*\*\S.*\*\*/;

/** Characters of a line that are looked at: a longer one of brackets or asterisks would take quadratic time. */
const MARKDOWN_LINE = 1000;

export function looksLikeMarkdown(text: string): boolean {
  const body = text.replace(/^---[ \t]*\r?\n[^]*?\n---[ \t]*\r?\n/, '');
  const lines = body.split(/\r\n|\r|\n/).slice(0, 200);
  const marks = lines.filter((line) => MARKDOWN.test(line.slice(0, MARKDOWN_LINE))).length;
  return marks >= 2 || /^#{1,6} \S/.test(lines.find((line) => line.trim() !== '') ?? '');
}

/** An object or array, or several below each other (JSON Lines), of nothing but the tokens of RFC 8259. */
export function looksLikeJson(text: string, cut: boolean): boolean {
  if (!/^\s*(?:\{\s*(?:"|\}\s*$)|\[\s*(?:[[{"\d\]]|-\d|true|false|null))/.test(text)) return false;
  const token = /\s*(?:[{}[\],:]|"(?:[^"\\\n\r]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
  let at = 0;
  while (token.test(text)) at = token.lastIndex;
  const rest = text.slice(at).trim();
  // Where the text is cut, the last token may be half of one.
  return rest === '' || (cut && /^(?:"[^"\n]*|[\d.eE+-]+|[a-z]{1,4})$/.test(rest));
}

/** A first element that names a namespace. */
export function looksLikeXml(text: string): boolean {
  return /^<[\w.-]+(?::[\w.-]+)?\s[^<>]*\bxmlns\b/.test(withoutPreamble(text));
}

/** A first element that stands in the body or head of a page: a part of one, without `<html>`. */
export function looksLikeHtml(text: string): boolean {
  return /^<(?:title|meta|table|div|p|h[1-6]|ul|ol|article|section|main|span|script|style|link)\b/i.test(
    withoutPreamble(text),
  );
}

/** A document mark, then lines of keys and items only: front matter before prose is Markdown. */
export function looksLikeYaml(text: string, cut: boolean): boolean {
  if (!/^(?:%YAML.*\r?\n|#.*\r?\n|[ \t\r]*\n)*---[ \t]*(?:#.*)?\r?\n/.test(text)) return false;
  const lines = text.split(/\r\n|\r|\n/).slice(0, 200);
  if (cut && lines.length < 200) lines.pop();
  const last = lines.findLastIndex((line) => /^---\s*$/.test(line));
  return (
    lines.slice(last + 1).some((line) => YAML_ENTRY.test(line)) &&
    lines.every((line) => YAML_ENTRY.test(line) || /^\s*$|^\s+\S|^\s*#|^---|^\.\.\.|^%|^[}\]]/.test(line))
  );
}

const YAML_ENTRY = /^- |^-$|^["'\w][^:]*:(?:\s|$)/;

/** Lines that end or begin as lines of programs, settings and logs do. */
const CODE =
  /[;{}]\s*$|^\s*(?:#|\/\/|\/\*|--|%|@|\$|<\/?\w|[)}\]])|^\s*[\w.$-]+\s*(?:=|:=|:\s)\s*\S|^\s*\[[\w .:-]+\]|[!=<>]=|=>|->|::|\w\(\)|^\d{4}-\d\d-\d\d[T ]\d\d:|^(?:\t| {4,})\S/;

/** Prose: sentences and headings rather than code, settings or records. */
export function looksLikeProse(text: string): boolean {
  const lines = text
    .split(/\r\n|\r|\n/)
    .slice(0, 400)
    .filter((line) => line.trim() !== '');
  return lines.filter((line) => CODE.test(line)).length <= lines.length * 0.3;
}

/** A message's header (RFC 5322, 2.2): fields until a blank line, and among them some that only messages have. */
export function looksLikeMessage(text: string): boolean {
  const fields = fieldsOf(text);
  const known = MESSAGE_FIELDS.filter((name) => fields.has(name)).length;
  return known >= 3 || (known === 2 && (fields.has('mime-version') || (fields.get('from')?.includes('@') ?? false)));
}

/** A web page and what it shows in one file (RFC 2557). */
export function looksLikeWebArchive(text: string): boolean {
  const fields = fieldsOf(text);
  if (!fields.has('mime-version') || fields.has('to') || fields.has('received')) return false;
  // Browsers name themselves as the sender, who has no address.
  if (fields.get('from')?.includes('@') === true) return false;
  return (
    fields.has('snapshot-content-location') ||
    /^\s*(?:multipart\/related|text\/html)\b/i.test(fields.get('content-type') ?? '')
  );
}

/** The fields that a text begins with, by name in lower case; a line before them marks a mailbox's message. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last = '';
  for (const [n, line] of text
    .slice(0, 32_768)
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (n === 0 && line.startsWith('From ')) continue;
    if (line === '') break;
    const [, name, value = ''] = /^([!-9;-~]+):(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set((last = name.toLowerCase()), value);
    else if (fields.size > 0 && /^[ \t]/.test(line))
      fields.set(last, `${fields.get(last) ?? ''} ${line}`.slice(0, 4096));
    else break;
  }
  return fields;
}

const MESSAGE_FIELDS = [
  'from',
  'to',
  'date',
  'subject',
  'message-id',
  'mime-version',
  'received',
  'return-path',
  'delivered-to',
  'content-type',
  'reply-to',
  'sender',
];
