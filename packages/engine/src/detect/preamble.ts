/** Without an XML declaration, processing instructions, a DTD other than HTML's, and comments at the beginning. */
export function withoutPreamble(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<?')
      ? rest.indexOf('?>') + 2
      : rest.startsWith('<!--')
        ? rest.indexOf('-->', 4) + 3
        : /^<!DOCTYPE(?!\s+html)/i.test(rest)
          ? (/^<!DOCTYPE[^[>]*(?:\[[^]*?\]\s*)?>/i.exec(rest)?.[0].length ?? 0)
          : 0;
    if (end < 4) return rest;
    rest = rest.slice(end).trimStart();
  }
}
