/** A text without the marks of Markdown and HTML, with simple quotation marks and dashes, and one space at most. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/<[/a-z!][^>]*>/giu, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/gu, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replaceAll(/\*\*|__|[*_]/gu, '')
    .normalize('NFKC')
    .replaceAll(/[‘’‚‛′]/gu, "'")
    .replaceAll(/[“”„‟″]/gu, '"')
    .replaceAll(/[‐‑‒–—―−]/gu, '-')
    .replaceAll(/(?<=\d[.,])\s(?=\d)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Whether a text is Chinese or Japanese, where a space is a matter of typesetting: no reader misses one. */
export const isDense = (text: string): boolean => /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text);

export const dense = (plainText: string): string => plainText.replaceAll(' ', '');
