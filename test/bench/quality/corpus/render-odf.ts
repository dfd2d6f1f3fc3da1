import type { Block, List, Look, Source } from './model.ts';
import { commonStyles, pageStyles } from './odf-styles.ts';
import { tableOdf } from './odf-tables.ts';
import type { TableStyles } from './odf-tables.ts';

const NAMESPACES =
  ['office', 'style', 'text', 'table', 'draw', 'meta']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ') +
  ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"';
const WIDTHS: Readonly<Record<Look['paper'], number>> = { a4: 595, letter: 612, landscape: 842, slide: 720 };
const COUNTRIES: Readonly<Record<Source['language'], string>> = {
  en: 'GB',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  ar: 'EG',
  he: 'IL',
  zh: 'CN',
  ja: 'JP',
};

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function inline(text: string): string {
  return escape(text)
    .replaceAll(/\*\*(.+?)\*\*/gu, '<text:span text:style-name="B">$1</text:span>')
    .replaceAll(/(?<![\p{L}\d])_(.+?)_(?![\p{L}\d])/gu, '<text:span text:style-name="I">$1</text:span>')
    .replaceAll(/\^(.+?)\^/gu, '<text:span text:style-name="S">$1</text:span>');
}

function preformatted(text: string): string {
  return escape(text)
    .replaceAll(/ {2,}/gu, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\n', '<text:line-break/>');
}

const paragraph = (style: string, content: string): string => `<text:p text:style-name="${style}">${content}</text:p>`;

function listOdf(list: List): string {
  const items = list.items.map(
    (item) =>
      `<text:list-item>${paragraph('Item', inline(item.text))}${item.list ? listOdf(item.list) : ''}</text:list-item>`,
  );
  return `<text:list text:style-name="L-${list.marks}">${items.join('')}</text:list>`;
}

interface State {
  readonly tables: TableStyles;
  readonly width: number;
  notes: number;
}

function noteOdf(note: string, state: State): string {
  const number = ++state.notes;
  return `<text:note text:id="n${number}" text:note-class="footnote"><text:note-citation>${number}</text:note-citation><text:note-body>${paragraph('Footnote', inline(note))}</text:note-body></text:note>`;
}

function blockOdf(block: Block, state: State): string {
  const inner = (blocks: readonly Block[], width: number): string =>
    blocks.map((child) => blockOdf(child, { ...state, width })).join('\n');
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="H${block.level}" text:outline-level="${block.level}">${inline(block.text)}</text:h>`;
    case 'paragraph':
      return paragraph(
        'P',
        `${block.lead ? `${inline(block.lead)} ` : ''}${inline(block.text)}${block.note ? noteOdf(block.note, state) : ''}`,
      );
    case 'list':
      return listOdf(block);
    case 'table': {
      const caption = block.caption ? paragraph('Caption', inline(block.caption)) : '';
      return `${block.captionBelow ? '' : caption}${tableOdf(block, state.width, state.tables, inline)}${block.note ? paragraph('Caption', inline(block.note)) : ''}${block.captionBelow ? caption : ''}${paragraph('Standard', '')}`;
    }
    case 'code':
      return paragraph('Code', preformatted(block.text));
    case 'aside':
      return `${block.title ? paragraph('AsideTitle', inline(block.title)) : ''}${block.blocks.map((child) => (child.kind === 'paragraph' ? paragraph('Aside', inline(child.text)) : blockOdf(child, state))).join('')}`;
    case 'fields':
      return block.pairs
        .map(([label, value]) =>
          paragraph('Fields', `<text:span text:style-name="B">${escape(label)}</text:span><text:tab/>${escape(value)}`),
        )
        .join('');
    case 'lines':
      return paragraph(`Lines-${block.align ?? 'left'}`, block.lines.map(inline).join('<text:line-break/>'));
    case 'toc':
      return block.entries
        .map((entry) =>
          paragraph(
            'Toc',
            `${entry.level > 1 ? '<text:s text:c="4"/>' : ''}${escape(entry.text)}<text:tab/>${entry.page}`,
          ),
        )
        .join('');
    case 'side-by-side':
      return `<text:section text:style-name="Sides" text:name="s${Math.round(block.share * 100)}-${state.tables.tables}">${inner(block.left, state.width / 2 - 9)}${paragraph('BreakColumn', '')}${inner(block.right, state.width / 2 - 9)}</text:section>`;
    case 'equation':
      return paragraph('Equation', escape(block.linear));
    case 'quote':
      return paragraph('Quote', inline(block.text));
    case 'page-break':
      return paragraph('BreakPage', '');
    case 'chart':
      return '';
  }
}

function edge(text: string, number: boolean): string {
  return paragraph(
    'Edge',
    `${escape(text)}${number ? '<text:tab/><text:page-number text:select-page="current"/>' : ''}`,
  );
}

/** One flat ODF text document. Charts are left out: see `plan.ts`. */
export function odfOf(source: Source, look: Look): string {
  const whole = WIDTHS[look.paper] - 2 * look.margin;
  const state: State = {
    tables: { styles: new Map(), tables: 0 },
    width: look.columns > 1 ? (whole - 18 * (look.columns - 1)) / look.columns : whole,
    notes: 0,
  };
  const front = [
    source.title ? paragraph('H0', inline(source.title)) : '',
    source.byline ? paragraph('Byline', source.byline.map(inline).join('<text:line-break/>')) : '',
    source.abstract
      ? `<text:h text:style-name="H1" text:outline-level="1">Abstract</text:h>${paragraph('Abstract', inline(source.abstract))}`
      : '',
  ].join('\n');
  const blocks = source.blocks.map((block) => blockOdf(block, state)).join('\n');
  const body =
    look.columns > 1
      ? `${front}<text:section text:style-name="Columns" text:name="columns">${blocks}</text:section>`
      : front + blocks;
  const header = source.header ? `<style:header>${edge(source.header, false)}</style:header>` : '';
  const footer =
    source.footer || source.pageNumbers
      ? `<style:footer>${edge(source.footer ?? '', source.pageNumbers)}</style:footer>`
      : '';
  const language = `fo:language="${source.language}" fo:country="${COUNTRIES[source.language]}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls>${['Liberation Serif', 'Liberation Sans', 'Liberation Mono', 'DejaVu Serif', 'Carlito'].map((name) => `<style:font-face style:name="${name}" svg:font-family="'${name}'"/>`).join('')}</office:font-face-decls>
<office:styles>${commonStyles(look).replace('<style:text-properties style:font-name', `<style:text-properties ${language} style:font-name`)}</office:styles>
<office:automatic-styles>${pageStyles(look)}${[...state.tables.styles.values()].join('')}</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page">${header}${footer}</style:master-page></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`;
}
