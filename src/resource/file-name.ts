/** The longest name of a file, in bytes of UTF-8, on the usual file systems. */
const MOST_BYTES = 255;

/** Control characters, line and paragraph separators, and what is not seen but changes how the rest is read. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFF\u{E0000}-\u{E007F}]/gu;
/** Refused by Windows, or with a meaning in a shell or a URL. Slashes part folders. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Devices of Windows, with and without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\s*(?:\.|$))/i;
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The name of one file from a text that anyone may have written: without folders, with nothing that a file system, a
 * header, a terminal or an archive takes for something else, and in at most 255 bytes. Undefined if nothing is left.
 */
export function fileNameOf(text: string): string | undefined {
  const last = text.toWellFormed().replaceAll(UNSEEN, '').split(/[/\\]/).at(-1)!;
  const name = last
    .replaceAll(FORBIDDEN, '_')
    .trim()
    .replace(/^[.\s]+/, '')
    .replace(/^[-~]/, '_');
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return joined(name.slice(0, name.length - extension.length), extension);
}

export const OUTPUT_EXTENSIONS = {
  document: '.document.json',
  docling: '.docling.json',
  chunks: '.chunks.jsonl',
} as const;
const EXTENSIONS = { markdown: '.md', ...OUTPUT_EXTENSIONS } as const;

/** `dir/report.pdf` becomes `report.md`, `report.document.json`, `report.docling.json` or `report.chunks.jsonl`. */
export function artifactName(fileName: string | undefined, kind: keyof typeof EXTENSIONS): string {
  const name = fileNameOf(fileName ?? '') ?? 'document';
  const extension = EXTENSIONS[kind];
  return joined(name.replace(/\.[A-Za-z0-9]{1,5}$/, ''), extension) ?? `document${extension}`;
}

function joined(stem: string, extension: string): string | undefined {
  const name = `${cut(stem, MOST_BYTES - extension.length)}${extension}`.replace(/^\.+/, '').replace(/[.\s]+$/, '');
  // Before it is cut again, or it would be a byte too long.
  if (RESERVED.test(name)) return joined(`_${stem.replace(/^\.+/, '')}`, extension);
  return name === '' ? undefined : name;
}

/** As many whole characters as fit. */
function cut(text: string, bytes: number): string {
  if (new TextEncoder().encode(text).length <= bytes) return text;
  let cutText = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    length += new TextEncoder().encode(segment).length;
    if (length > bytes) break;
    cutText += segment;
  }
  return cutText;
}
