/** Which delimiters of TeX in its text a page has typeset by a script; undefined where none does. */
export interface TexDelimiters {
  readonly singleDollars: boolean;
}

/** Characters of a script that are looked at. */
const LOOKED_AT = 50_000;
const TYPESETTER = /mathjax|katex|auto-render/i;
/** `inlineMath: [['$', '$'], …]` of MathJax, `{left: '$', right: '$', …}` of KaTeX. */
const SINGLE_DOLLARS = /inlineMath['"]?\s*:\s*\[[^;{}]{0,200}?\[\s*['"]\$['"]|left['"]?\s*:\s*['"]\$['"]/i;

/** Reads of a page's scripts what they would do to its text. */
export function createScriptReader(): {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  tex(): TexDelimiters | undefined;
} {
  let text = '';
  let inScript = false;
  return {
    open(name, attributes) {
      inScript = name === 'script';
      if (inScript) text += `\n${(attributes['src'] ?? '').slice(0, 1000)}\n${attributes['type'] ?? ''}\n`;
    },
    text(piece) {
      if (inScript && text.length < LOOKED_AT) text += piece.slice(0, LOOKED_AT);
    },
    tex: () => (TYPESETTER.test(text) ? { singleDollars: SINGLE_DOLLARS.test(text) } : undefined),
  };
}

/** The attributes of a formula that stands in a script, as MathJax 2 has it: TeX, or MathML. */
export function formulaOfScript(
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const [, kind, mode = ''] = /^\s*math\/(tex|mml)\b(.*)$/is.exec(attributes['type'] ?? '') ?? [];
  if (kind === undefined) return undefined;
  return {
    ...(/mode\s*=\s*display/i.test(mode) ? { display: 'block' } : {}),
    source: kind.toLowerCase() === 'tex' ? 'script-tex' : 'script-mml',
  };
}
