import type { MarkedExtension, Token, Tokens } from 'marked';

const NOTE = /^\[\^([^\]\s]+)\]:[ \t]+([^\n]+(?:\n(?:[ \t]*\n)* {4}[^\n]+)*)(?:\n+|$)/;
const REFERENCE = /^\[\^([^\]\s]+)\]/;
/** As a note is kept among the link definitions of a document, which the lexer knows before it reads any text. */
const nameOf = (label: string): string => `\n${label}`;

/** Footnotes, as GitHub has them: `[^1]` in the text, `[^1]: …` for the note. */
export const notes: MarkedExtension = {
  extensions: [
    {
      name: 'note',
      level: 'block',
      start: (text) => /^\[\^/m.exec(text)?.index,
      tokenizer(text) {
        const found = NOTE.exec(text);
        if (!found) return undefined;
        const label = found[1]!;
        this.lexer.tokens.links[nameOf(label)] = { href: '', title: '' };
        const tokens: Token[] = this.lexer.blockTokens(found[2]!.replaceAll(/^ {4}/gm, ''), []);
        return { type: 'note', raw: found[0], label, tokens };
      },
      renderer({ label, tokens }: Tokens.Generic) {
        return `<div data-note><sup>${escape(label as string)}</sup><div>${this.parser.parse(tokens ?? [])}</div></div>\n`;
      },
    },
    {
      name: 'note-reference',
      level: 'inline',
      start: (text) => text.indexOf('[^'),
      tokenizer(text) {
        const found = REFERENCE.exec(text);
        if (!found || !(nameOf(found[1]!) in this.lexer.tokens.links)) return undefined;
        return { type: 'note-reference', raw: found[0], text: found[1]! };
      },
      renderer: ({ text }) => `<sup>${escape(text as string)}</sup>`,
    },
  ],
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
