/** Words of letters and digits, and single letters of scripts without spaces, with how often each is there. */
export function wordsOf(text: string): Map<string, number> {
  const plain = text
    .replaceAll(/<(?:script|style|noscript)\b[^]*?<\/(?:script|style|noscript)>/gi, ' ')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*(?: "[^"\n]*")?\)/g, ' $1 ')
    .replaceAll(/<[^>]{1,2000}>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/&(?:[lr][sd]quo|#8217|#39|apos|quot);/g, ' ')
    .replaceAll('\\', '');
  const counts = new Map<string, number>();
  for (const [word] of plain
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
