import { numberTable, sectionTable, spanTable } from '../quality/corpus/make-tables.ts';
import type { Block, Draft, Table } from '../quality/corpus/model.ts';
import { tableOdf } from '../quality/corpus/odf-tables.ts';
import type { TableStyles } from '../quality/corpus/odf-tables.ts';
import type { Prose } from '../quality/corpus/prose.ts';
import type { Random } from '../quality/corpus/random.ts';
import type { Sample } from './sample.ts';

const WIDTH = 480;

/** A sheet that fits on the width of its page: a title, then tables below each other with a line above each. */
export function anySheet(random: Random, prose: Prose): Draft {
  const table = (): Table => {
    const look = random.pick(['grid', 'rows', 'plain', 'zebra'] as const);
    return random.pick([numberTable, numberTable, spanTable, sectionTable])(random, prose, look);
  };
  return {
    blocks: Array.from({ length: random.int(1, 3) }, (): Block[] => [
      { kind: 'paragraph', text: `${prose.topic()}, ${random.pick(prose.words.places)}` },
      table(),
    ]).flat(),
  };
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The sheet as flat ODF; each table begins below the last one and has the same columns at the left. */
export function sheetOf({ source, look }: Sample): string {
  const styles: TableStyles = { styles: new Map(), tables: 0 };
  const tables = source.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  const columns = Math.max(
    1,
    ...tables.flatMap(({ rows }) => rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0))),
  );
  const width = Math.floor(WIDTH / (columns + 1));
  const rows = source.blocks.map((block) =>
    block.kind === 'table' ? rowsOf(block, styles) : block.kind === 'paragraph' ? line(block.text) : '',
  );
  const column = `<style:style style:name="W" style:family="table-column"><style:table-column-properties style:column-width="${width}pt"/></style:style><style:style style:name="W1" style:family="table-column"><style:table-column-properties style:column-width="${2 * width}pt"/></style:style>`;
  const cells = [...styles.styles.values()].filter((style) => style.includes('table-cell'));
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:styles><style:default-style style:family="table-cell"><style:text-properties fo:font-size="${look.size}pt"/></style:default-style></office:styles>
<office:automatic-styles>${column}${cells.join('')}<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="595pt" fo:page-height="842pt" fo:margin="${Math.min(look.margin, 50)}pt"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="Page"><style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="Sheet"><table:table-column table:style-name="W1"/><table:table-column table:style-name="W" table:number-columns-repeated="${columns}"/>${rows.join('<table:table-row><table:table-cell/></table:table-row>')}</table:table></office:spreadsheet></office:body></office:document>`;
}

const line = (text: string): string =>
  `<table:table-row><table:table-cell office:value-type="string"><text:p>${escape(text)}</text:p></table:table-cell></table:table-row>`;

/** The rows of a table as the text document has them, without styles of paragraphs, which sheets do not know. */
function rowsOf(table: Table, styles: TableStyles): string {
  return tableOdf(table, WIDTH, styles, (text) => escape(text))
    .replaceAll(/ text:style-name="[^"]*"/gu, '')
    .replaceAll(/<\/?text:span>/gu, '')
    .replaceAll(/<\/?table:table(?:-header-rows)?(?: [^>]*)?>|<table:table-column [^>]*\/>/gu, '');
}
