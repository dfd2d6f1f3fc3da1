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
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
