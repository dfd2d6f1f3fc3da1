import katex from 'katex';

/** Formulas within and between lines; a dollar before a digit or behind a space is none. */
const FORMULA = /\$\$([^$]+)\$\$|(?<![\\$\w])\$(?![\s$])((?:\\.|[^\\\n$])*?[^\s\\])\$(?![\d$])/gu;
/** MathML repeats a formula's LaTeX in an annotation. */
const ANNOTATION = /<annotation[^]*?<\/annotation>/gu;

/**
 * Formulas as their symbols in a row, so that LaTeX is neither better nor worse than raised letters: trees of tags and
 * most engines have plain letters there.
 */
export const withPlainFormulas = (markdown: string): string =>
  markdown.replaceAll(FORMULA, (whole, displayed?: string, inline?: string) =>
    displayed === undefined && isAmount(inline!) ? whole : (plainOf(displayed ?? inline!) ?? whole),
  );

/** Two amounts of dollars have text between their signs. */
const isAmount = (text: string): boolean => /^[\d_]/u.test(text) && !/\\[a-z]|[_^]\{/iu.test(text);

function plainOf(latex: string): string | undefined {
  try {
    const html = katex.renderToString(latex.replaceAll('\\|', '|'), { output: 'mathml', strict: 'ignore' });
    return html
      .replaceAll(ANNOTATION, '')
      .replaceAll(/<[^>]*>/gu, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll(/[\u200B\u2061-\u2064]/gu, '')
      .normalize('NFKC');
  } catch {
    return undefined;
  }
}
