import { joinTables, type DocumentBlock, type TableCell } from './read-document.ts';

interface HtmlSettings {
  readonly title: string;
  /** Elements of the head. */
  readonly head?: string;
  /** Where the picture of a figure is; undefined leaves it out. */
  readonly imageUrl?: (name: string) => string | undefined;
  /** Puts each page into an element of its own, as Tika does. */
  readonly pages?: boolean;
}

/** The document as XHTML: its blocks with their text, in their order. */
export function writeHtml(blocks: readonly DocumentBlock[], { title, head = '', ...settings }: HtmlSettings): string {
  const joined = joinTables(blocks);
  const parts = settings.pages ? splitPages(joined) : [joined];
  const body = parts.map((part) => {
    const html = writeBody(part, settings.imageUrl ?? (() => undefined));
    return settings.pages ? `<div class="page">${html}</div>\n` : html;
  });
  return `<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<meta charset="utf-8"/>\n${head}<title>${escapeXml(title)}</title>\n</head>\n<body>\n${body.join('')}</body>\n</html>\n`;
}

function splitPages(blocks: readonly DocumentBlock[]): DocumentBlock[][] {
  const pages: DocumentBlock[][] = [];
  for (const block of blocks) {
    const last = pages.at(-1);
    if (last && last[0]!.page === block.page) last.push(block);
    else pages.push([block]);
  }
  return pages;
}

function writeBody(blocks: readonly DocumentBlock[], imageUrl: (name: string) => string | undefined): string {
  let html = '';
  const lists = openLists();
  for (const block of blocks) {
    if (block.role === 'list-item') {
      html += lists.item(block);
      continue;
    }
    html += lists.close();
    if (block.rows) html += `${writeTable(block.rows, block.headerRows)}\n`;
    else html += writeElement(block, imageUrl);
  }
  return html + lists.close();
}

const TAGS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  code: ['<pre><code>', '</code></pre>'],
  quote: ['<blockquote><p>', '</p></blockquote>'],
  formula: ['<p class="formula">$$', '$$</p>'],
  footnote: ['<p class="footnote">', '</p>'],
  caption: ['<p class="caption">', '</p>'],
};

function writeElement(
  { role, level = 1, text, image }: DocumentBlock,
  imageUrl: (name: string) => string | undefined,
): string {
  const escaped = escapeXml(text);
  if (role === 'separator') return '<hr/>\n';
  if (role === 'heading') return `<h${Math.min(6, level)}>${escaped}</h${Math.min(6, level)}>\n`;
  if (role === 'figure') {
    const url = image === undefined ? undefined : imageUrl(image);
    const caption = escaped === '' ? '' : `<figcaption>${escaped}</figcaption>`;
    return `<figure>${url === undefined ? '' : `<img alt="${escaped}" src="${escapeXml(url)}"/>`}${caption}</figure>\n`;
  }
  const [open, close] = TAGS[role] ?? ['<p>', '</p>'];
  return `${open}${role === 'code' ? escaped : escaped.replaceAll('\n', '<br/>')}${close}\n`;
}

export const writeTable = (rows: readonly (readonly TableCell[])[], headerRows = 0): string =>
  `<table>${rows.map((row, n) => `<tr>${row.map((cell) => writeCell(cell, n < headerRows ? 'th' : 'td')).join('')}</tr>`).join('')}</table>`;

function writeCell({ text, rowSpan = 1, colSpan = 1 }: TableCell, tag: 'td' | 'th'): string {
  const spans = `${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}${colSpan > 1 ? ` colspan="${colSpan}"` : ''}`;
  return `<${tag}${spans}>${escapeXml(text).replaceAll('\n', '<br/>')}</${tag}>`;
}

/** Lists within lists, by how deep their items lie. */
function openLists(): { item(block: DocumentBlock): string; close(): string } {
  const open: ('ul' | 'ol')[] = [];
  const closeTo = (depth: number): string => {
    let html = '';
    while (open.length > depth) html += `</li></${open.pop()!}>\n`;
    return html;
  };
  return {
    item({ level = 1, ordered, text }) {
      const tag = ordered ? 'ol' : 'ul';
      let html = closeTo(level);
      if (open.length === level && open.at(-1) !== tag) html += closeTo(level - 1);
      else if (open.length === level) html += '</li>\n';
      while (open.length < level) {
        open.push(tag);
        html += `<${tag}>\n${open.length < level ? '<li>' : ''}`;
      }
      return `${html}<li>${escapeXml(text).replaceAll('\n', '<br/>')}`;
    },
    close: () => closeTo(0),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the control characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (char) => ENTITIES[char]!).replaceAll(/(?![\t\n\r])\p{Cc}/gu, ' ');
