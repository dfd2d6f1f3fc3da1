import type { Block, Inline, TextInline } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Fragment } from '../flow/assemble.ts';
import type { ParagraphFormat } from './paragraph-format.ts';
import { readParagraph } from './paragraph.ts';
import type { ParagraphContext } from './paragraph.ts';
import { readTable } from './table.ts';
import type { RowFormat, RtfRow } from './table.ts';

/** A run of paragraphs and tables: the body, a note or a text box. */
export interface Story {
  text(text: string, look: Omit<TextInline, 'kind' | 'text'>): void;
  inline(inline: Inline): void;
  /** The number or bullet that the open paragraph begins with. */
  label(text: string): void;
  /** Blocks of a text box, which follow the open paragraph. */
  float(blocks: readonly Block[]): void;
  endParagraph(format: ParagraphFormat): void;
  endCell(depth: number, format: ParagraphFormat): void;
  endRow(depth: number, row: RowFormat): void;
  end(format: ParagraphFormat): void;
}

/** Rows of one table at most before it is cut: a table of any length is never whole in memory. */
const ROWS = 2000;

/** What stands at one depth: the body at 0, the open cell of a table below it. */
interface Level {
  readonly assembler: ReturnType<typeof createAssembler>;
  readonly put: (blocks: readonly Block[]) => void;
  cells: Block[][];
  rows: RtfRow[];
  /** The table was cut before. */
  continues: boolean;
  blocks: Block[];
}

/** Makes a story that hands each block out as soon as it is complete. */
export function createStory(context: ParagraphContext, emit: (block: Block) => void): Story {
  let inlines: Inline[] = [];
  let label: string | undefined;
  let floating: Block[] = [];
  let lastLook: object | undefined;
  const levels: Level[] = [];
  const makeLevel = (depth: number): Level => {
    const level: Level = {
      assembler: createAssembler(),
      put: (blocks) => (depth === 0 ? blocks.forEach(emit) : void level.blocks.push(...blocks)),
      cells: [],
      rows: [],
      continues: false,
      blocks: [],
    };
    return level;
  };
  const levelAt = (depth: number): Level => {
    while (levels.length <= depth) levels.push(makeLevel(levels.length));
    return levels[depth]!;
  };
  const add = (depth: number, fragments: readonly Fragment[]): void => {
    const level = levelAt(depth);
    for (const fragment of fragments) level.put(level.assembler.add(fragment));
  };
  const closeTable = (depth: number): void => {
    const level = levels[depth];
    if (!level) return;
    if (level.blocks.length > 0 || level.cells.length > 0) {
      endRow(depth, { left: 0, isHeader: false, cells: [] });
    }
    const { rows, continues } = level;
    level.rows = [];
    level.continues = false;
    flushTable(depth, rows, continues);
  };
  const flushTable = (depth: number, rows: readonly RtfRow[], continues: boolean): void => {
    const blocks = readTable(rows).map((block) =>
      block.kind === 'table' && continues
        ? {
            ...block,
            headerRows: 0,
            rows: block.rows.map((row) => row.map(({ blocks: own }) => ({ blocks: own }))),
            continues: true as const,
          }
        : block,
    );
    add(
      depth - 1,
      blocks.map((block) => ({ kind: 'block', block })),
    );
  };
  /** Tables that are deeper than the paragraph are at their end. */
  const settle = (depth: number): void => {
    for (let deeper = levels.length - 1; deeper > depth; deeper--) closeTable(deeper);
  };
  const endCell = (depth: number): void => {
    const level = levelAt(depth);
    level.put(level.assembler.end());
    level.cells.push(level.blocks);
    level.blocks = [];
  };
  const endRow = (depth: number, format: RowFormat): void => {
    const level = levelAt(depth);
    if (level.blocks.length > 0) endCell(depth);
    level.rows.push({ format, cells: level.cells });
    level.cells = [];
    if (depth !== 1 || level.rows.length < ROWS) return;
    flushTable(depth, level.rows, level.continues);
    level.rows = [];
    level.continues = true;
  };
  const endParagraph = (depth: number, format: ParagraphFormat): void => {
    settle(depth);
    add(depth, readParagraph(inlines, format, label, context));
    add(
      depth,
      floating.map((block) => ({ kind: 'block', block })),
    );
    inlines = [];
    floating = [];
    label = undefined;
  };
  return {
    text(text, look) {
      const last = inlines.at(-1);
      if (text === '') return;
      if (last?.kind === 'text' && look === lastLook) inlines[inlines.length - 1] = { ...last, text: last.text + text };
      else inlines.push({ kind: 'text', text, ...look });
      lastLook = look;
    },
    inline: (inline) => void inlines.push(inline),
    label: (text) => void (label = text),
    float: (blocks) => void floating.push(...blocks),
    endParagraph: (format) => endParagraph(format.tableDepth, format),
    endCell(depth, format) {
      if (inlines.length > 0 || floating.length > 0) endParagraph(depth, format);
      settle(depth);
      endCell(depth);
    },
    endRow,
    end(format) {
      if (inlines.length > 0 || floating.length > 0) endParagraph(format.tableDepth, format);
      settle(0);
      const level = levelAt(0);
      level.put(level.assembler.end());
    },
  };
}
