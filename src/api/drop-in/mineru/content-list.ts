import { joinTables, type DocumentBlock, type DocumentJson } from '../read-document.ts';
import { writeTable } from '../write-html.ts';

/** The `content_list` of MinerU: what stands on the pages, in reading order. */
export const contentList = ({ blocks, pages }: DocumentJson): object[] =>
  joinTables(blocks)
    .filter(({ role }) => role !== 'separator')
    .map((block) => ({ ...toItem(block), page_idx: block.page - 1, ...scaleBox(block, pages) }));

function toItem({ role, rows, headerRows, text, level, image }: DocumentBlock): object {
  if (rows) return { type: 'table', table_body: writeTable(rows, headerRows), table_caption: [], table_footnote: [] };
  if (role === 'figure') {
    const path = image === undefined ? '' : `images/${image}`;
    return { type: 'image', img_path: path, image_caption: text === '' ? [] : [text], image_footnote: [] };
  }
  if (role === 'formula') return { type: 'equation', text: `$$\n${text}\n$$`, text_format: 'latex' };
  if (role === 'code') return { type: 'code', code_body: text, code_caption: [] };
  return { type: 'text', text, ...(role === 'heading' && { text_level: level ?? 1 }) };
}

/** In thousandths of the page. */
function scaleBox({ boxes = [], page }: DocumentBlock, pages: DocumentJson['pages']): { bbox?: number[] } {
  const box = boxes.find((each) => each.page === page)?.box;
  const { width, height } = pages.find((each) => each.page === page) ?? {};
  if (!box || !width || !height) return {};
  return { bbox: box.map((value, n) => Math.round((1000 * value) / (n % 2 === 0 ? width : height))) };
}
