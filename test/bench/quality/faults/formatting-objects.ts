import type { Block, Cell, List, Look, Table } from '../corpus/model.ts';
import { markOf } from '../corpus/truth.ts';
import type { Printable } from './printable.ts';
import { marked } from './marks.ts';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const WRAPS = {
  bold: 'font-weight="bold"',
  italic: 'font-style="italic"',
  raised: 'baseline-shift="super" font-size="70%"',
  lowered: 'baseline-shift="sub" font-size="70%"',
} as const;

function inline(text: string): string {
  return marked(text, escape, (inner, style) => (style ? `<fo:inline ${WRAPS[style]}>${inner}</fo:inline>` : inner));
}

function block(content: string, attributes = 'space-after="6pt"'): string {
  return `<fo:block ${attributes}>${content}</fo:block>`;
}

function listFo(list: List): string {
  const items = list.items.map(
    (item, index) =>
      `<fo:list-item space-after="2pt"><fo:list-item-label end-indent="label-end()">${block(escape(markOf(list.marks, index)), '')}</fo:list-item-label><fo:list-item-body start-indent="body-start()">${block(inline(item.text), '')}${item.list ? listFo(item.list) : ''}</fo:list-item-body></fo:list-item>`,
  );
  return `<fo:list-block provisional-distance-between-starts="18pt" space-after="6pt">${items.join('')}</fo:list-block>`;
}

function borderOf(look: Table['look'], isHead: boolean): string {
  if (look === 'grid' || look === 'boxed') return 'border="0.6pt solid black"';
  if (look === 'rows' || (isHead && look === 'booktabs')) return 'border-bottom="0.6pt solid black"';
  if (look === 'columns') return 'border-left="0.4pt solid black" border-right="0.4pt solid black"';
  return '';
}

function tableFo(table: Table): string {
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const widths = table.widths ?? Array.from({ length: columns }, () => 1);
  const cell = (each: Cell, isHead: boolean): string =>
    `<fo:table-cell padding="2.5pt" ${borderOf(table.look, isHead)}${each.colSpan ? ` number-columns-spanned="${each.colSpan}"` : ''}${each.rowSpan ? ` number-rows-spanned="${each.rowSpan}"` : ''}>${block(inline(each.text), `text-align="${each.align ?? 'left'}"${each.bold || isHead ? ' font-weight="bold"' : ''}${each.indent ? ' start-indent="10pt"' : ''}`)}</fo:table-cell>`;
  const row = (cells: readonly Cell[], isHead: boolean): string =>
    `<fo:table-row keep-together.within-page="always">${cells.map((each) => cell(each, isHead)).join('')}</fo:table-row>`;
  const head = table.rows.slice(0, table.headerRows).map((cells) => row(cells, true));
  const body = table.rows.slice(table.headerRows).map((cells) => row(cells, false));
  const caption = table.caption ? block(inline(table.caption)) : '';
  return [
    table.captionBelow ? '' : caption,
    `<fo:table table-layout="fixed" width="100%" space-after="8pt">${widths.map((width) => `<fo:table-column column-width="proportional-column-width(${width})"/>`).join('')}${head.length > 0 ? `<fo:table-header>${head.join('')}</fo:table-header>` : ''}<fo:table-body>${body.join('')}</fo:table-body></fo:table>`,
    table.note ? block(inline(table.note)) : '',
    table.captionBelow ? caption : '',
  ].join('');
}

const PRESERVED = 'linefeed-treatment="preserve" white-space-collapse="false" white-space-treatment="preserve"';

function headingFo({ text, level }: Extract<Block, { kind: 'heading' }>, look?: Look): string {
  const size = look?.headings.style === 'body-bold' ? look.size : 18 - 2.5 * level;
  const own = look ? (HEADING_LOOKS[look.headings.style]?.(look.color) ?? '') : '';
  return block(
    inline(text),
    `font-size="${size}pt" font-weight="bold"${own} space-before="10pt" space-after="4pt" keep-with-next="always"`,
  );
}

function sidesFo(each: Extract<Block, { kind: 'side-by-side' }>, look?: Look): string {
  return `<fo:table table-layout="fixed" width="100%" space-after="6pt"><fo:table-column column-width="proportional-column-width(${each.share})"/><fo:table-column column-width="proportional-column-width(${1 - each.share})"/><fo:table-body><fo:table-row>${[each.left, each.right].map((side) => `<fo:table-cell padding-end="10pt">${side.map((child) => blockFo(child, look)).join('') || block('', '')}</fo:table-cell>`).join('')}</fo:table-row></fo:table-body></fo:table>`;
}

function blockFo(each: Block, look?: Look): string {
  switch (each.kind) {
    case 'heading':
      return headingFo(each, look);
    case 'paragraph':
      return block(
        inline(each.lead ? `${each.lead} ${each.text}` : each.text),
        `space-after="${look?.indent ? 0 : 6}pt"${look ? '' : ' text-align="justify"'}${look?.indent ? ' text-indent="14pt"' : ''}`,
      );
    case 'list':
      return listFo(each);
    case 'table':
      return tableFo(each);
    case 'code':
      return block(
        escape(each.text),
        `font-family="monospace" font-size="8.5pt" wrap-option="no-wrap" ${PRESERVED} space-after="6pt"`,
      );
    case 'fields':
      return `<fo:table table-layout="fixed" width="100%" space-after="6pt"><fo:table-column column-width="90pt"/><fo:table-column column-width="proportional-column-width(1)"/><fo:table-body>${each.pairs.map(([label, value]) => `<fo:table-row><fo:table-cell>${block(escape(label), 'font-weight="bold"')}</fo:table-cell><fo:table-cell>${block(escape(value), '')}</fo:table-cell></fo:table-row>`).join('')}</fo:table-body></fo:table>`;
    case 'lines':
      return block(
        each.lines.map((line) => block(inline(line), '')).join(''),
        `space-after="6pt" text-align="${each.align ?? 'left'}"`,
      );
    case 'toc':
      return each.entries
        .map((entry) =>
          block(`${inline(entry.text)}<fo:leader leader-pattern="dots"/>${entry.page}`, 'text-align-last="justify"'),
        )
        .join('');
    case 'quote':
      return block(inline(each.text), 'start-indent="24pt" end-indent="24pt" font-style="italic" space-after="6pt"');
    case 'page-break':
      return block('', 'break-before="page"');
    case 'aside':
      return `<fo:block border="0.8pt solid #668" padding="4pt" start-indent="6pt" end-indent="6pt" space-after="8pt">${each.title ? block(inline(each.title), 'font-weight="bold"') : ''}${each.blocks.map((child) => blockFo(child, look)).join('')}</fo:block>`;
    case 'side-by-side':
      return sidesFo(each, look);
    case 'chart':
    case 'equation':
      return '';
  }
}

const FONTS: Readonly<Record<Look['font'], string>> = {
  serif: 'Liberation Serif, serif',
  sans: 'Liberation Sans, sans-serif',
  slab: 'DejaVu Serif, serif',
  condensed: 'DejaVu Sans, sans-serif',
};

/** Page and text as a look wants them; without one, A4 in one font. */
function pageOf(look: Look | undefined): { readonly page: string; readonly text: string } {
  if (!look)
    return {
      page: 'page-width="210mm" page-height="297mm" margin="20mm"',
      text: 'font-family="DejaVu Serif, serif" font-size="10pt" line-height="1.3"',
    };
  const [width, height] = { a4: [595, 842], letter: [612, 792], landscape: [842, 595], slide: [720, 405] }[look.paper];
  return {
    page: `page-width="${width}pt" page-height="${height}pt" margin="${look.margin}pt"`,
    text: `font-family="${FONTS[look.font]}" font-size="${look.size}pt" line-height="${look.leading}" text-align="${look.justify ? 'justify' : 'start'}"${look.hyphenate ? ' hyphenate="true" language="en"' : ''}`,
  };
}

const HEADING_LOOKS: Readonly<Partial<Record<Look['headings']['style'], (color: string) => string>>> = {
  color: (color) => ` color="${color}"`,
  italic: () => ' font-style="italic"',
  centered: () => ' text-align="center"',
  ruled: (color) => ` border-bottom="0.8pt solid ${color}"`,
  band: (color) => ` background-color="${color}" color="white"`,
};

/** The document as XSL formatting objects, which Apache FOP sets. */
export function formattingObjectsOf({ source, columns, look }: Printable): string {
  const { page, text } = pageOf(look);
  const wide = (content: string): string => content.replace('<fo:block ', '<fo:block span="all" ');
  const body = [
    source.title ? wide(block(inline(source.title), 'font-size="20pt" font-weight="bold" space-after="8pt"')) : '',
    ...(source.byline ?? []).map((line) => wide(block(inline(line), ''))),
    ...(source.abstract ? [block('Abstract', 'font-weight="bold"'), block(inline(source.abstract))] : []),
    ...source.blocks.map((each) => blockFo(each, look)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="a4" ${page}><fo:region-body column-count="${columns}" column-gap="16pt" margin-top="${source.header ? 8 : 0}mm" margin-bottom="10mm"/><fo:region-before extent="6mm"/><fo:region-after extent="8mm"/></fo:simple-page-master></fo:layout-master-set>
<fo:page-sequence master-reference="a4">${source.header ? `<fo:static-content flow-name="xsl-region-before">${block(escape(source.header), 'font-size="8pt"')}</fo:static-content>` : ''}${source.pageNumbers ? `<fo:static-content flow-name="xsl-region-after">${block('<fo:page-number/>', 'text-align="center" font-size="8pt"')}</fo:static-content>` : ''}<fo:flow flow-name="xsl-region-body" ${text}>${body.join('\n')}</fo:flow></fo:page-sequence></fo:root>`;
}
