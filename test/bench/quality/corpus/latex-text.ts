const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  _: '\\_',
  '₂': '\\textsubscript{2}',
  '²': '\\textsuperscript{2}',
  '³': '\\textsuperscript{3}',
  '°': '\\textdegree{}',
  '€': '\\texteuro{}',
  '£': '\\pounds{}',
  '·': '\\textperiodcentered{}',
  '“': '``',
  '”': "''",
  '’': "'",
  '–': '--',
  '—': '---',
  '©': '\\textcopyright{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '"': '\\textquotedbl{}',
  '•': '\\textbullet{}',
  '▪': '\\rule[.3ex]{.7ex}{.7ex}',
};

export function escapeLatex(text: string): string {
  return Array.from(text, (character) => SPECIAL[character] ?? character).join('');
}

/** Text with its style marks as commands. */
export function inlineLatex(text: string): string {
  return escapeLatex(text)
    .replaceAll(/\*\*(.+?)\*\*/gu, '\\textbf{$1}')
    .replaceAll(/(?<![\p{L}\d\\])\\_(.+?)\\_(?![\p{L}\d])/gu, '\\emph{$1}')
    .replaceAll(/\\textasciicircum\{\}(.+?)\\textasciicircum\{\}/gu, '\\textsuperscript{$1}');
}
