import type { Block } from '../document.ts';
import type { DocumentStyle } from '../layout/headings/document-style.ts';
import { withFormulas } from './inline-formulas.ts';
import { headingLevel } from '../layout/headings/level.ts';
import type {
  CodeBlock,
  FigureBlock,
  FormulaBlock,
  LayoutBlock,
  LayoutPage,
  TableBlock,
  TextBlock,
} from '../layout/model/page-model.ts';
import { joinInlines } from '../layout/text/inlines.ts';
import { makeHeadingLevels } from './heading-levels.ts';
import { placeOf } from './place.ts';
import { makeListBuilder } from './list-builder.ts';
import { makeNoteLabels, withReferences } from './note-labels.ts';
import { continuesParagraph, paragraphOf, withLabel, type OpenParagraph } from './open-paragraph.ts';
import { continuesTable, tableOf, withRows, type OpenTable } from './open-table.ts';
import type { RunningLines } from './running-lines.ts';
import { makeRunningTaker } from './running-taker.ts';

/**
 * Turns layout pages into document blocks, as they come; what may go on is held back until it is known to have ended.
 */
export interface Assembler {
  page(page: LayoutPage): void;
  finish(): void;
}

/** What an assembler knows of the document, and where its blocks go. */
export interface Assembly {
  readonly document: DocumentStyle;
  readonly running: RunningLines;
  /** The document has one page, so that no other tells what runs. */
  readonly isOnePage: boolean;
  readonly write: (block: Block) => void;
  /** Tells how many running headers and footers a page lost. */
  readonly dropped: (page: number, lines: number) => void;
}

/** Notes, tables and figures that wait for a paragraph to end; more would hold too much in memory. */
const MAX_HELD = 40;

/** A text block with what decides where it goes. */
interface Placed {
  /** With its marks of notes labelled. */
  readonly block: TextBlock;
  readonly page: LayoutPage;
  readonly note: string | undefined;
  readonly level: number | undefined;
}

/** Labels of sections that are no headings stay in their paragraph. */
const NO_ITEM_LABELS: ReadonlySet<string> = new Set(['section', 'word', 'note', 'reference']);

const isItem = ({ label, role }: TextBlock): boolean =>
  label !== undefined && !NO_ITEM_LABELS.has(label.kind) && role === undefined;

const isFloat = ({ role }: TextBlock): boolean => role === 'footnote' || role === 'caption' || role === 'figure';

export function makeAssembler({ document, running, isOnePage, write, dropped }: Assembly): Assembler {
  const notes = makeNoteLabels();
  const emit = (block: Block): void => write(withFormulas(withReferences(block)));
  const list = makeListBuilder();
  const levelOf = makeHeadingLevels();
  let paragraph: OpenParagraph | undefined;
  let table: OpenTable | undefined;
  /** Blocks that interrupt an open paragraph: notes and floats. They follow it. */
  let held: Block[] = [];
  /** Running lines that say something of their own: at the top of a page, and those that wait for the end. */
  let heads: Block[] = [];
  const feet: Block[] = [];
  const takeRunning = makeRunningTaker({ document, running, isOnePage });
  /** How the last item of the list ends, on which page and how far down. */
  let listOpen: TextBlock['open'];
  let listPage = 0;
  let listBottom = 0;
  /** Whether the list goes on with an item behind the floats that begin here, at the top of a column or page. */
  let isListBehind = false;

  const release = (): void => {
    for (const block of [...held, ...heads]) emit(block);
    held = [];
    heads = [];
  };
  const closeParagraph = (): void => {
    if (!paragraph) return;
    const done = paragraphOf(paragraph);
    paragraph = undefined;
    emit(done);
  };
  const closeList = (): void => {
    const done = list.finish();
    if (done) emit(done);
    listOpen = undefined;
  };
  const closeTable = (): void => {
    if (!table) return;
    const done = tableOf(table);
    table = undefined;
    emit(done);
  };
  const closeAll = (): void => {
    closeTable();
    closeParagraph();
    closeList();
    release();
  };
  const isListOpen = (): boolean => list.isOpen() && listOpen !== undefined;
  const findListBehind = (rest: readonly LayoutBlock[], page: LayoutPage): boolean => {
    const next = rest.find((block) => block.kind !== 'table' && !(block.kind === 'text' && isFloat(block)));
    if (!list.isOpen() || next?.kind !== 'text' || !isItem(next)) return false;
    return page.page > listPage || next.box[1] < listBottom;
  };
  /** Holds a block back where it interrupts something; false where it does not, or too much is held already. */
  const hold = (interrupts: boolean, block: () => Block): boolean => {
    if (!interrupts || held.length >= MAX_HELD) return false;
    held.push(block());
    return true;
  };

  const holdFloat = (placed: Placed): boolean => {
    const isOpen = paragraph?.block.open !== undefined && paragraph.block.role === undefined;
    return isFloat(placed.block) && hold(isOpen || isListOpen() || isListBehind, () => paragraphOf(opened(placed)));
  };
  const asHeading = ({ block, page, level }: Placed): boolean => {
    if (level === undefined) return false;
    closeAll();
    // authors who tag their headings also say how they are nested
    const nested = document.isTagged ? level : levelOf(block, level);
    emit({ kind: 'heading', level: nested as 1, content: withLabel(block), places: [placeOf(block, page)] });
    return true;
  };
  const goOnWithParagraph = ({ block, page }: Placed): boolean => {
    closeTable();
    if (!paragraph || !continuesParagraph({ open: paragraph, block, page, isInterrupted: held.length > 0 }))
      return false;
    const content = joinInlines(paragraph.content, withLabel(block));
    const places = [...paragraph.places, placeOf(block, page)];
    paragraph = { ...paragraph, block: { ...block, lines: block.lines + 1 }, content, page: page.page, places };
    if (!block.open) {
      closeParagraph();
      release();
    }
    return true;
  };
  const goOnWithItem = ({ block, page }: Placed): boolean => {
    if (!isListOpen() || block.label || !block.resumes) return false;
    if (listPage === page.page && block.above !== undefined) return false;
    list.resume(block, placeOf(block, page));
    listOpen = block.open;
    listPage = page.page;
    listBottom = block.box[3];
    return true;
  };
  const asItem = ({ block, page }: Placed): boolean => {
    closeParagraph();
    if (!isItem(block)) return false;
    const place = placeOf(block, page);
    if (!list.isOpen()) {
      release();
      list.add(block, place);
    } else if (!list.add(block, place)) {
      closeList();
      release();
      list.add(block, place);
    }
    listOpen = block.open;
    listPage = page.page;
    listBottom = block.box[3];
    return true;
  };
  const asParagraphOfItem = ({ block, page }: Placed): boolean => {
    if (!list.isOpen() || block.role !== undefined || block.label) return false;
    if (!list.addParagraph(block, placeOf(block, page))) return false;
    listOpen = block.open;
    return true;
  };
  const asParagraph = (placed: Placed): boolean => {
    closeList();
    release();
    paragraph = opened(placed);
    return true;
  };
  /** What a text block can be; the first that takes it has it. */
  const takers = [holdFloat, asHeading, goOnWithParagraph, goOnWithItem, asItem, asParagraphOfItem, asParagraph];

  const takeText = (block: TextBlock, page: LayoutPage, neighbours: Neighbours): void => {
    const placed = {
      block: notes.label(block, page.page),
      page,
      note: block.note === undefined ? undefined : notes.of(page.page, block.note),
      level: isFloat(block) ? undefined : headingLevel({ block, ...neighbours, page, document }),
    };
    takers.some((take) => take(placed));
  };
  const takeTable = (block: TableBlock, page: LayoutPage, isFirst: boolean): void => {
    if (table && isFirst && continuesTable(table, block, page)) {
      table = withRows(table, block, page);
      return;
    }
    closeTable();
    const interrupts = paragraph?.block.open !== undefined || isListOpen() || isListBehind;
    const first = { block, rows: [...block.rows], page: page.page, places: [placeOf(block, page)] };
    if (hold(interrupts, () => tableOf(first))) return;
    closeAll();
    table = first;
  };
  const takeOther = (block: CodeBlock | FigureBlock, page: LayoutPage): void => {
    if (hold(paragraph?.block.open !== undefined, () => blockOf(block, page))) return;
    const other = blockOf(block, page);
    closeTable();
    closeParagraph();
    if (block.kind === 'code' && list.addCode(block, other)) return;
    closeAll();
    emit(other);
  };

  const takeFormula = (block: FormulaBlock, page: LayoutPage): void => {
    const formula: Block = { kind: 'math', latex: block.latex, places: [placeOf(block, page)] };
    closeTable();
    closeParagraph();
    if (list.addFormula(block, formula)) return;
    closeAll();
    emit(formula);
  };

  const takeLines = (page: LayoutPage): readonly LayoutBlock[] => {
    const { blocks, atTop, others, left } = takeRunning(page);
    const lineOf = (block: TextBlock): Block => paragraphOf(opened({ block, page, note: undefined, level: undefined }));
    heads.push(...atTop.map(lineOf));
    feet.push(...others.map(lineOf));
    if (heads.length > 0 && !paragraph && !table && !list.isOpen()) release();
    if (left > 0) dropped(page.page, left);
    return blocks;
  };

  return {
    page(page) {
      const blocks = takeLines(page);
      blocks.forEach((block, index) => {
        isListBehind = findListBehind(blocks.slice(index), page);
        if (block.kind === 'text') takeText(block, page, { before: blocks[index - 1], after: blocks[index + 1] });
        else if (block.kind === 'table') takeTable(block, page, index === 0);
        else if (block.kind === 'formula') takeFormula(block, page);
        else takeOther(block, page);
      });
    },
    finish() {
      closeAll();
      for (const block of feet.splice(0)) emit(block);
    },
  };
}

interface Neighbours {
  readonly before: LayoutBlock | undefined;
  readonly after: LayoutBlock | undefined;
}

const opened = ({ block, page, note }: Placed): OpenParagraph => ({
  block,
  content: withLabel(block),
  page: page.page,
  size: page.styles[block.style]!.size,
  note,
  places: [placeOf(block, page)],
});

function blockOf(block: CodeBlock | FigureBlock, page: LayoutPage): Block {
  const places = [placeOf(block, page)];
  if (block.kind === 'code') return { kind: 'code', text: withoutIndent(block.text), places };
  const { alt, asset } = block;
  return { kind: 'figure', image: { kind: 'image', alt, ...(asset === undefined ? {} : { asset }) }, places };
}

/** Lines of code without what all of them are indented by. */
function withoutIndent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
