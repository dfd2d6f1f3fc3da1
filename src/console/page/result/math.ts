import type { MarkedExtension, Tokens } from 'marked';

type Katex = typeof import('katex').default;
let katex: Katex | undefined;

/** Loads what draws formulas, for a document that has some. */
export async function loadMath(markdown: string): Promise<void> {
  if (markdown.includes('$')) katex ??= (await import('katex')).default;
}

const INLINE = /^\$(?![\s$])((?:\\.|[^\\\n$])*?[^\s\\])\$(?!\d)/;
const DISPLAY = /^\$\$([^$\n]+)\$\$/;

/** LaTeX between dollars, as GitHub has it. */
export const math: MarkedExtension = {
  extensions: [
    {
      name: 'math',
      level: 'inline',
      start: (text) => text.indexOf('$'),
      tokenizer(text) {
        const found = DISPLAY.exec(text) ?? INLINE.exec(text);
        return found ? { type: 'math', raw: found[0], text: found[1]!, display: found[0].startsWith('$$') } : undefined;
      },
      renderer: (token) => draw(token),
    },
  ],
};

/** MathML, which browsers draw by themselves: no style sheet and no fonts. The LaTeX is left out, or it would show. */
function draw({ raw, text, display }: Tokens.Generic): string {
  try {
    const html = katex?.renderToString(text as string, { output: 'mathml', displayMode: display as boolean });
    const found = /<math[^]*<\/math>/.exec(html ?? '');
    if (found) return found[0].replaceAll(/<annotation[^]*?<\/annotation>|<\/?semantics>/g, '');
  } catch {
    // shown as it is written
  }
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
