import { Marked } from 'marked';

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Code that scrolls sideways can be reached by the keyboard. */
export const codeBlock = (text: string, label: string, attributes = ''): string =>
  `<pre tabindex="0" role="group" aria-label="${escape(label)}"${attributes}><code>${escape(text)}</code></pre>`;

const NAMES: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python', json: 'JSON' };

const marked = new Marked({
  renderer: {
    // Our texts have no HTML, but names such as `sha256:<hex>`.
    html: ({ text }) => escape(text),
    code: ({ text, lang = '' }) => codeBlock(text, NAMES[lang] ?? 'Example'),
    table(token) {
      const cells = (row: typeof token.header, kind: string): string =>
        `<tr>${row.map((cell) => `<${kind}>${this.parser.parseInline(cell.tokens)}</${kind}>`).join('')}</tr>`;
      const rows = token.rows.map((row) => cells(row, 'td')).join('');
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
    },
  },
});

/** Our own texts, as HTML. */
export const html = (markdown: string): string => marked.parse(markdown, { async: false });
export const inline = (markdown: string): string => marked.parseInline(markdown, { async: false });
