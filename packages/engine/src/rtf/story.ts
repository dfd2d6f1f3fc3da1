import type { Block, Inline, Table, TextInline } from '../document.ts';
import { createAssembler } from '../flow/assemble.ts';
import type { Assembler, Fragment } from '../flow/assemble.ts';
import type { ParagraphFormat } from './paragraph-format.ts';
import { readParagraph } from './paragraph.ts';
import type { ParagraphContext } from './paragraph.ts';
import { readTable } from './table.ts';
import type { RowFormat, RtfRow } from './table.ts';

/** Rows of one table at most before it is cut: a table of any length is never whole in memory. */
const ROWS = 2000;

/** The open content at one depth: the body at 0, the open cell of a table below it. */
interface Level {
  readonly assembler: Assembler;
  /** Receives the level's blocks as they are complete. */
  readonly put: (blocks: readonly Block[]) => void;
  cells: Block[][];
  rows: RtfRow[];
  /** The table was cut before. */
  continues: boolean;
  /** The blocks of the open cell. */
  blocks: Block[];
}

/** Paragraphs and tables in a row: the body, a note or a text box. Emits each block as soon as it is complete. */
export class Story {
  readonly #context: ParagraphContext;
  readonly #emit: (block: Block) => void;
  readonly #levels: Level[] = [];
  /** The open paragraph: its content, its number or bullet, and the text boxes that follow it. */
  #inlines: Inline[] = [];
  #label: string | undefined;
  #floating: Block[] = [];
  #lastLook: object | undefined;

  constructor(context: ParagraphContext, emit: (block: Block) => void) {
    this.#context = context;
    this.#emit = emit;
  }

  /** Adds text to the open paragraph; text with the same look object is one run. */
  text(text: string, look: Omit<TextInline, 'kind' | 'text'>): void {
    if (text === '') return;
    const inlines = this.#inlines;
    const last = inlines.at(-1);
    if (last?.kind === 'text' && look === this.#lastLook)
      inlines[inlines.length - 1] = { ...last, text: last.text + text };
    else inlines.push({ kind: 'text', text, ...look });
    this.#lastLook = look;
  }

  inline(inline: Inline): void {
    this.#inlines.push(inline);
  }

  /** The number or bullet that the open paragraph begins with. */
  label(text: string): void {
    this.#label = text;
  }

  /** Blocks of a text box, which follow the open paragraph. */
  float(blocks: readonly Block[]): void {
    this.#floating.push(...blocks);
  }

  endParagraph(format: ParagraphFormat): void {
    this.#endParagraph(format.tableDepth, format);
  }

  endCell(depth: number, format: ParagraphFormat): void {
    if (this.#hasOpenParagraph()) this.#endParagraph(depth, format);
    this.#endTablesBelow(depth);
    this.#endCell(this.#levelAt(depth));
  }

  endRow(depth: number, format: RowFormat): void {
    const level = this.#levelAt(depth);
    if (level.blocks.length > 0) this.#endCell(level);
    level.rows.push({ format, cells: level.cells });
    level.cells = [];
    if (depth !== 1 || level.rows.length < ROWS) return;
    this.#addTable(depth, level.rows, level.continues);
    level.rows = [];
    level.continues = true;
  }

  end(format: ParagraphFormat): void {
    if (this.#hasOpenParagraph()) this.#endParagraph(format.tableDepth, format);
    this.#endTablesBelow(0);
    const level = this.#levelAt(0);
    level.put(level.assembler.end());
  }

  #levelAt(depth: number): Level {
    while (this.#levels.length <= depth) this.#levels.push(this.#makeLevel(this.#levels.length));
    return this.#levels[depth]!;
  }

  #makeLevel(depth: number): Level {
    const level: Level = {
      assembler: createAssembler(),
      put: (blocks) => (depth === 0 ? blocks.forEach(this.#emit) : void level.blocks.push(...blocks)),
      cells: [],
      rows: [],
      continues: false,
      blocks: [],
    };
    return level;
  }

  #add(depth: number, fragments: readonly Fragment[]): void {
    const level = this.#levelAt(depth);
    for (const fragment of fragments) level.put(level.assembler.add(fragment));
  }

  #hasOpenParagraph(): boolean {
    return this.#inlines.length > 0 || this.#floating.length > 0;
  }

  #endParagraph(depth: number, format: ParagraphFormat): void {
    this.#endTablesBelow(depth);
    this.#add(depth, readParagraph(this.#inlines, format, this.#label, this.#context));
    this.#add(depth, this.#floating.map(asFragment));
    this.#inlines = [];
    this.#floating = [];
    this.#label = undefined;
  }

  #endCell(level: Level): void {
    level.put(level.assembler.end());
    level.cells.push(level.blocks);
    level.blocks = [];
  }

  /** Tables that are deeper than what follows are at their end. */
  #endTablesBelow(depth: number): void {
    for (let deeper = this.#levels.length - 1; deeper > depth; deeper--) this.#endTable(deeper);
  }

  #endTable(depth: number): void {
    const level = this.#levels[depth];
    if (!level) return;
    if (level.blocks.length > 0 || level.cells.length > 0) this.endRow(depth, { left: 0, isHeader: false, cells: [] });
    const { rows, continues } = level;
    level.rows = [];
    level.continues = false;
    this.#addTable(depth, rows, continues);
  }

  #addTable(depth: number, rows: readonly RtfRow[], continues: boolean): void {
    const blocks = readTable(rows).map((block) => (continues && block.kind === 'table' ? continued(block) : block));
    this.#add(depth - 1, blocks.map(asFragment));
  }
}

function asFragment(block: Block): Fragment {
  return { kind: 'block', block };
}

/** A table as the rest of one that was cut. */
function continued(table: Table): Table {
  const rows = table.rows.map((row) => row.map(({ blocks }) => ({ blocks })));
  return { ...table, headerRows: 0, rows, continues: true };
}
