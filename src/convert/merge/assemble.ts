import type { Block, Inline, Table } from '../document.ts';
import { joinInlines, plain } from '../layout/inlines.ts';
import type { LayoutBlock, LayoutCell, LayoutPage, TableBlock, TextBlock } from '../layout/page-model.ts';
import { edgeLine } from '../layout/summary.ts';
import type { DocumentStyle } from './document-style.ts';
import { headingLevel } from './headings.ts';
import { makeListBuilder } from './list-builder.ts';
import { makeNoteLabels, withReferences } from './note-labels.ts';
import type { RunningLines } from './running-lines.ts';

/** Turns layout pages into document blocks, as they come; what may go on is held back until it is known to have ended. */
export interface Assembler {
  page(page: LayoutPage): void;
  finish(): void;
}

interface OpenParagraph {
  block: TextBlock;
  content: readonly Inline[];
  page: number;
  size: number;
  /** Label of the note that it is. */
  note?: string | undefined;
}

interface OpenTable {
  block: TableBlock;
  rows: (readonly LayoutCell[])[];
  page: number;
}

const MOST_HELD = 40;
const MOST_ROWS = 5000;

const paragraphOf = (content: readonly Inline[], note: string | undefined): Block =>
  note === undefined
    ? { kind: 'paragraph', content }
    : { kind: 'footnote', label: note, blocks: [{ kind: 'paragraph', content }] };

const withLabel = (block: TextBlock): readonly Inline[] =>
  block.label && block.note === undefined ? joinLabel(block.label.text, block.content) : block.content;

function joinLabel(label: string, content: readonly Inline[]): Inline[] {
  const first = content[0];
  if (first?.kind === 'text' && first.href === undefined)
    return [{ ...first, text: `${label} ${first.text}` }, ...content.slice(1)];
  return [{ kind: 'text', text: `${label} ` }, ...content];
}

export function makeAssembler(
  document: DocumentStyle,
  running: RunningLines,
  write: (block: Block) => void,
  dropped: (page: number, lines: number) => void,
): Assembler {
  const notes = makeNoteLabels();
  const emit = (block: Block): void => write(withReferences(block));
  const list = makeListBuilder();
  let paragraph: OpenParagraph | undefined;
  let table: OpenTable | undefined;
  /** Blocks that interrupt an open paragraph: notes and floats. They follow it. */
  let held: Block[] = [];
  let listOpen: TextBlock['open'];
  let listPage = 0;

  const release = (): void => {
    for (const block of held) emit(block);
    held = [];
  };
  const closeParagraph = (): void => {
    if (!paragraph) return;
    const { content, note } = paragraph;
    paragraph = undefined;
    emit(paragraphOf(content, note));
  };
  const closeList = (): void => {
    const done = list.finish();
    if (done) emit(done);
    listOpen = undefined;
  };
  const closeTable = (): void => {
    if (!table) return;
    const { block, rows } = table;
    table = undefined;
    emit(finishTable(block, rows));
  };
  const closeAll = (): void => {
    closeTable();
    closeParagraph();
    closeList();
    release();
  };

  /** A dash at the top of a column that goes on with a sentence is no bullet. */
  const isDash = (block: TextBlock): boolean =>
    block.label?.kind === 'bullet' && /^[–—-]$/.test(block.label.text) && block.resumes === true && block.lines >= 2;
  const resumes = (block: TextBlock, page: LayoutPage): boolean => {
    if (!paragraph) return false;
    const { block: before, size } = paragraph;
    if (page.page === paragraph.page && before.node !== undefined && before.node === block.node && !block.label)
      return true;
    if (
      !before.open ||
      block.role !== before.role ||
      (block.label && !isDash(block)) ||
      Math.abs(page.styles[block.style]!.size - size) > 0.6
    )
      return false;
    const seam = page.page !== paragraph.page || block.box[1] < before.box[3] - 2 || held.length > 0;
    if (!seam) return false;
    if (before.open === 'hyphen' || block.resumes) return true;
    return before.open === 'line' && before.lines >= 2 && block.lines >= 2 && block.indent !== 'in' && !block.candidate;
  };

  const text = (
    given: TextBlock,
    page: LayoutPage,
    before: LayoutBlock | undefined,
    after: LayoutBlock | undefined,
  ): void => {
    const block = notes.label(given, page.page);
    const note = block.note === undefined ? undefined : notes.of(page.page, block.note);
    if (block.role === 'footnote' || block.role === 'caption' || block.role === 'figure') {
      const interrupts =
        (paragraph?.block.open !== undefined && paragraph.block.role === undefined) ||
        (list.isOpen() && listOpen !== undefined);
      if (interrupts && held.length < MOST_HELD) {
        held.push(paragraphOf(withLabel(block), note));
        return;
      }
    }
    const level = headingLevel(given, before, after, page, document);
    if (level !== undefined) {
      closeAll();
      emit({ kind: 'heading', level: level as 1, content: withLabel(block) });
      return;
    }
    closeTable();
    if (resumes(block, page)) {
      const content = joinInlines(paragraph!.content, withLabel(block));
      paragraph = { ...paragraph!, block: { ...block, lines: block.lines + 1 }, content, page: page.page };
      if (!block.open) {
        closeParagraph();
        release();
      }
      return;
    }
    if (
      list.isOpen() &&
      listOpen &&
      !block.label &&
      block.resumes &&
      (listPage !== page.page || block.above === undefined)
    ) {
      list.resume(block.content);
      listOpen = block.open;
      listPage = page.page;
      return;
    }
    closeParagraph();
    if (isItem(block)) {
      if (list.isOpen() && !list.add(block)) {
        closeList();
        release();
        list.add(block);
      } else if (!list.isOpen()) {
        release();
        list.add(block);
      }
      listOpen = block.open;
      listPage = page.page;
      return;
    }
    if (list.isOpen() && block.role === undefined && !block.label && list.addParagraph(block)) {
      listOpen = block.open;
      return;
    }
    closeList();
    release();
    paragraph = { block, content: withLabel(block), page: page.page, size: page.styles[block.style]!.size, note };
  };

  /** A title that the next pages repeat above what goes on there: it is said once. */
  const isTitle = (block: LayoutBlock, page: LayoutPage): boolean =>
    block.kind === 'text' &&
    block.candidate === true &&
    block.edge !== 'bottom' &&
    document.ratio(page.styles[block.style]!) >= 1.25;

  return {
    page(page) {
      let lines = 0;
      const blocks = page.blocks.filter((block) => {
        const runs =
          block.kind === 'text' && block.edge !== undefined ? running(page.page, edgeLine(block)) : undefined;
        if (runs === undefined || (runs === 'first' && isTitle(block, page))) return true;
        lines += 1;
        return false;
      });
      if (lines > 0) dropped(page.page, lines);
      blocks.forEach((block, index) => {
        if (block.kind === 'text') {
          text(block, page, blocks[index - 1], blocks[index + 1]);
        } else if (block.kind === 'table') {
          if (table && index === 0 && continues(table, block, page)) {
            table = { ...table, rows: [...table.rows, ...withoutRepeatedHeader(table.block, block)], page: page.page };
            return;
          }
          closeTable();
          if (paragraph?.block.open || (list.isOpen() && listOpen)) {
            if (held.length < MOST_HELD) {
              held.push(finishTable(block, block.rows));
              return;
            }
          }
          closeAll();
          table = { block, rows: [...block.rows], page: page.page };
        } else {
          const done: Block =
            block.kind === 'code'
              ? { kind: 'code', text: block.text }
              : {
                  kind: 'figure',
                  image: {
                    kind: 'image',
                    alt: block.alt,
                    ...(block.asset === undefined ? {} : { asset: block.asset }),
                  },
                };
          if (paragraph?.block.open && held.length < MOST_HELD) {
            held.push(done);
            return;
          }
          closeAll();
          emit(done);
        }
      });
    },
    finish: closeAll,
  };
}

/** Labels of sections that are no headings stay in their paragraph. */
const isItem = (block: TextBlock): boolean =>
  block.label !== undefined &&
  block.label.kind !== 'section' &&
  block.label.kind !== 'word' &&
  block.label.kind !== 'note' &&
  block.label.kind !== 'reference' &&
  block.role === undefined;

function continues(table: OpenTable, block: TableBlock, page: LayoutPage): boolean {
  if (page.page !== table.page + 1 || block.grid.length !== table.block.grid.length || table.rows.length > MOST_ROWS)
    return false;
  if (block.box[1] < 0.35 * page.height && repeatsHeader(table.block, block)) return true;
  return (
    block.source === table.block.source &&
    block.grid.every((x, index) => Math.abs(x - table.block.grid[index]!) < 8) &&
    block.box[1] < 0.35 * page.height
  );
}

const repeatsHeader = (first: TableBlock, next: TableBlock): boolean =>
  first.rows.length > 0 &&
  next.rows.length > 1 &&
  rowText(first.rows[0]!) === rowText(next.rows[0]!) &&
  /\p{L}/u.test(rowText(first.rows[0]!));

const rowText = (row: readonly LayoutCell[]): string => row.map((cell) => plain(cell.content)).join('|');

function withoutRepeatedHeader(first: TableBlock, next: TableBlock): readonly (readonly LayoutCell[])[] {
  let count = 0;
  while (
    count < first.headerRows &&
    count < next.rows.length &&
    rowText(first.rows[count]!) === rowText(next.rows[count]!)
  )
    count += 1;
  return next.rows.slice(count);
}

function finishTable(block: TableBlock, rows: readonly (readonly LayoutCell[])[]): Table {
  return {
    kind: 'table',
    headerRows: block.headerRows,
    rows: rows.map((row) =>
      row.map((cell) => ({
        blocks: cell.content.length === 0 ? [] : [{ kind: 'paragraph' as const, content: cell.content }],
        ...(cell.rowSpan === undefined ? {} : { rowSpan: cell.rowSpan }),
        ...(cell.colSpan === undefined ? {} : { colSpan: cell.colSpan }),
        ...(cell.align === undefined ? {} : { align: cell.align }),
      })),
    ),
  };
}
