import type { Block } from '../document.ts';
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
import { makeHeadingLevels, type HeadingLevels } from './heading-levels.ts';
import { codeOf, openCode, otherOf, withRestOfCode, type OpenCode } from './code-and-figures.ts';
import { entryItem, isOneOfEntries } from './contents-entry.ts';
import { placeOf } from './place.ts';
import { asBlockOf, isFloat, type LastText, type Neighbours, type PlacedText } from './placed-text.ts';
import { isItem, ListBuilder } from './list-builder.ts';
import { makeNoteLabels, withReferences, type NoteLabels } from './note-labels.ts';
import { continuesParagraph, openParagraph, paragraphOf, withLabel, type OpenParagraph } from './open-paragraph.ts';
import { continuesTable, tableOf, withRows, type OpenTable } from './open-table.ts';
import { makeRunningTaker, type RunningTaker, type RunningTakerFacts, type TakenPage } from './running-taker.ts';

/** The facts of the document for an assembler, and the receiver of its blocks. */
export interface Assembly extends RunningTakerFacts {
  readonly write: (block: Block) => void;
  /** Reports how many running headers and footers were removed from a page. */
  readonly dropped: (page: number, lines: number) => void;
}

/** Notes, tables and figures that wait for a paragraph to end; more would take too much memory. */
const MAX_HELD = 40;

/**
 * Turns layout pages into document blocks as they arrive. A block that may continue is held back until it is known to
 * have ended.
 */
export class Assembler {
  readonly #assembly: Assembly;
  readonly #notes: NoteLabels = makeNoteLabels();
  readonly #nestHeading: HeadingLevels = makeHeadingLevels();
  readonly #takeRunning: RunningTaker;
  readonly #list = new ListBuilder();
  /** How the last item of the list ends, on which page, and how far down. */
  #itemEnd: TextBlock['open'];
  #itemPage = 0;
  #itemBottom = 0;
  /** Whether the list continues after the floats at the current block, at the top of the next column or page. */
  #listContinues = false;
  #paragraph: OpenParagraph | undefined;
  #table: OpenTable | undefined;
  /** Notes and floats that interrupt an open paragraph or list. They are written after it. */
  #held: Block[] = [];
  #code: OpenCode | undefined;
  /** What ends the last page and may be a heading: it waits for what follows it. */
  #last: LastText | undefined;
  /** Running lines whose text appears nowhere else: those at the top of a page, and those written at the end. */
  #heads: Block[] = [];
  #feet: Block[] = [];

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
    this.#takeRunning = makeRunningTaker(assembly);
  }

  page(page: LayoutPage): void {
    const taken = this.#takeRunning(page);
    this.#addLast(taken.blocks[0], page);
    this.#keepRunningLines(taken, page);
    taken.blocks.forEach((block, index, blocks) => {
      if (index === blocks.length - 1 && block.kind === 'text' && block.candidate) {
        this.#last = { block, page, before: blocks[index - 1] };
        return;
      }
      const code = index === 0 ? withRestOfCode(this.#code, block, page) : undefined;
      if (!code) this.#closeCode();
      this.#code = code;
      if (code) return;
      this.#listContinues = this.#continuesList(blocks.slice(index), page);
      if (block.kind === 'text') this.#addText(block, page, { before: blocks[index - 1], after: blocks[index + 1] });
      else if (block.kind === 'table') this.#addTable(block, page, index === 0);
      else this.#addOther(block, page);
    });
  }

  finish(): void {
    this.#addLast();
    this.#closeAll();
    for (const block of this.#feet.splice(0)) this.#emit(block);
  }

  #emit(block: Block): void {
    this.#assembly.write(withFormulas(withReferences(block)));
  }

  #addLast(next?: LayoutBlock, nextPage?: LayoutPage): void {
    if (!this.#last) return;
    const { block, page, before } = this.#last;
    this.#last = undefined;
    this.#closeCode();
    this.#listContinues = this.#continuesList([block], page);
    this.#addText(block, page, { before, after: next && nextPage && asBlockOf(page, next, nextPage) });
  }

  #keepRunningLines({ atTop, others, left }: TakenPage, page: LayoutPage): void {
    const asLine = (block: TextBlock): Block => paragraphOf(openParagraph(block, page));
    this.#heads.push(...atTop.map(asLine));
    this.#feet.push(...others.map(asLine));
    if (this.#heads.length > 0 && !this.#paragraph && !this.#table && !this.#code && !this.#list.isOpen())
      this.#release();
    if (left > 0) this.#assembly.dropped(page.page, left);
  }

  #continuesList(rest: readonly LayoutBlock[], page: LayoutPage): boolean {
    const next = rest.find((block) => block.kind !== 'table' && !(block.kind === 'text' && isFloat(block)));
    if (!this.#list.isOpen() || next?.kind !== 'text' || !isItem(next)) return false;
    return page.page > this.#itemPage || next.box[1] < this.#itemBottom;
  }

  #release(): void {
    for (const block of [...this.#held, ...this.#heads]) this.#emit(block);
    this.#held = [];
    this.#heads = [];
  }

  #closeParagraph(): void {
    if (!this.#paragraph) return;
    const done = paragraphOf(this.#paragraph);
    this.#paragraph = undefined;
    this.#emit(done);
  }

  #closeList(): void {
    const done = this.#list.finish();
    if (done) this.#emit(done);
    this.#itemEnd = undefined;
  }

  #closeTable(): void {
    if (!this.#table) return;
    const done = tableOf(this.#table);
    this.#table = undefined;
    this.#emit(done);
  }

  #closeCode(): void {
    const done = this.#code && codeOf(this.#code);
    this.#code = undefined;
    if (done) this.#emit(done);
  }

  #closeAll(): void {
    this.#closeCode();
    this.#closeTable();
    this.#closeParagraph();
    this.#closeList();
    this.#release();
  }

  /** Whether a float interrupts a list: the last item may continue, or another item follows. */
  #interruptsList(): boolean {
    return this.#isItemOpen() || this.#listContinues;
  }

  #isItemOpen(): boolean {
    return this.#list.isOpen() && this.#itemEnd !== undefined;
  }

  /** Holds a block back where it interrupts something; false where it does not, or too much is held already. */
  #hold(interrupts: boolean, block: () => Block): boolean {
    if (!interrupts || this.#held.length >= MAX_HELD) return false;
    this.#held.push(block());
    return true;
  }

  /** Adds a text block as the first of these that it can be. */
  #addText(block: TextBlock, page: LayoutPage, neighbours: Neighbours): void {
    const text: PlacedText = {
      block: this.#notes.label(isOneOfEntries(block, neighbours) ? entryItem(block) : block, page.page),
      page,
      note: block.note === undefined ? undefined : this.#notes.of(page.page, block.note),
      level: isFloat(block)
        ? undefined
        : headingLevel({ block, ...neighbours, page, document: this.#assembly.document }),
    };
    const isDone =
      this.#holdFloat(text) ||
      this.#addHeading(text) ||
      this.#continueParagraph(text) ||
      this.#continueItem(text) ||
      this.#addItem(text) ||
      this.#addParagraphOfItem(text);
    if (!isDone) this.#beginParagraph(text);
  }

  #holdFloat({ block, page, note }: PlacedText): boolean {
    if (!isFloat(block)) return false;
    const isOpen = this.#paragraph?.block.open !== undefined && this.#paragraph.block.role === undefined;
    return this.#hold(isOpen || this.#interruptsList(), () => paragraphOf(openParagraph(block, page, note)));
  }

  #addHeading({ block, page, level }: PlacedText): boolean {
    if (level === undefined) return false;
    this.#closeAll();
    // authors who tag their headings also say how they are nested
    const { isTagged, hasSoundLevels } = this.#assembly.document;
    const nested = isTagged && hasSoundLevels ? level : this.#nestHeading(block, level);
    this.#emit({ kind: 'heading', level: nested as 1, content: withLabel(block), places: [placeOf(block, page)] });
    return true;
  }

  #continueParagraph({ block, page }: PlacedText): boolean {
    this.#closeTable();
    const open = this.#paragraph;
    if (!open || !continuesParagraph({ open, block, page, isInterrupted: this.#held.length > 0 })) return false;
    const content = joinInlines(open.content, withLabel(block));
    const places = [...open.places, placeOf(block, page)];
    this.#paragraph = { ...open, block: { ...block, lines: block.lines + 1 }, content, page: page.page, places };
    if (!block.open) {
      this.#closeParagraph();
      this.#release();
    }
    return true;
  }

  #continueItem({ block, page }: PlacedText): boolean {
    if (!this.#isItemOpen() || block.label) return false;
    const isNextPage = this.#itemPage !== page.page;
    if (!isNextPage && block.above !== undefined) return false;
    const isFull = isNextPage && this.#itemEnd === 'line';
    if (!block.resumes && !(isFull && block.above === undefined && this.#list.isIndentedAsItem(block))) return false;
    this.#list.resume(block, placeOf(block, page));
    this.#rememberItem(block, page);
    return true;
  }

  #addItem({ block, page }: PlacedText): boolean {
    this.#closeParagraph();
    if (!isItem(block)) return false;
    const place = placeOf(block, page);
    if (!this.#list.isOpen()) {
      this.#release();
      this.#list.add(block, place);
    } else if (!this.#list.add(block, place)) {
      this.#closeList();
      this.#release();
      this.#list.add(block, place);
    }
    this.#rememberItem(block, page);
    return true;
  }

  #rememberItem({ open, box, role }: TextBlock, { page }: LayoutPage): void {
    this.#itemEnd = role === 'toc' ? undefined : open;
    this.#itemPage = page;
    this.#itemBottom = box[3];
  }

  #addParagraphOfItem({ block, page }: PlacedText): boolean {
    if (!this.#list.isOpen() || block.role !== undefined || block.label) return false;
    if (!this.#list.addParagraph(block, placeOf(block, page))) return false;
    this.#itemEnd = block.open;
    return true;
  }

  #beginParagraph({ block, page, note }: PlacedText): void {
    this.#closeList();
    this.#release();
    this.#paragraph = openParagraph(block, page, note);
  }

  #addTable(block: TableBlock, page: LayoutPage, isFirst: boolean): void {
    if (this.#table && continuesTable(this.#table, block, page, isFirst)) {
      this.#table = withRows(this.#table, block, page);
      return;
    }
    this.#closeTable();
    const interrupts = this.#paragraph?.block.open !== undefined || this.#interruptsList();
    const first = { block, last: block, rows: [...block.rows], page: page.page, places: [placeOf(block, page)] };
    if (this.#hold(interrupts, () => tableOf(first))) return;
    this.#closeAll();
    this.#table = first;
  }

  #addOther(block: CodeBlock | FigureBlock | FormulaBlock, page: LayoutPage): void {
    const code = block.kind === 'code' ? openCode(block, page) : undefined;
    const done = otherOf(block, page);
    if (block.kind !== 'formula' && this.#hold(this.#paragraph?.block.open !== undefined, () => done)) return;
    this.#closeTable();
    this.#closeParagraph();
    if (block.kind === 'code' && this.#list.addCode(block, done)) return;
    if (block.kind === 'formula' && this.#list.addFormula(block, done)) return;
    this.#closeAll();
    if (code) this.#code = code;
    else this.#emit(done);
  }
}
