import { createAssembler } from '../../flow/assemble.ts';
import { imagesAmong } from '../../flow/add-blocks.ts';
import type { Flow } from '../../flow/flow.ts';
import { inlinesOf } from '../../flow/inlines.ts';
import { readFragments } from '../../odf/blocks.ts';
import type { OdfContext } from '../../odf/context.ts';
import { createContext } from '../../odf/create-context.ts';
import { readForms } from '../../odf/forms.ts';
import { withSource } from '../../odf/source.ts';
import type { SourceFile } from '../../source.ts';
import type { Floating, Sheet, SheetCell, SheetRow } from '../source.ts';
import { readTables } from './read-tables.ts';
import type { OdsTable } from './read-tables.ts';

/** Reads a spreadsheet of OpenDocument, packed or flat, for as long as `use` runs. */
export async function withOds(
  file: SourceFile,
  flow: Flow,
  use: (sheets: readonly Sheet[]) => Promise<void>,
): Promise<void> {
  await withSource(file, flow, async (source) => {
    const context = createContext(source, flow);
    const tables = await readTables(source.content(), flow.limits.depth);
    await use(tables.map((table) => makeSheet(table, context)));
  });
}

function makeSheet(table: OdsTable, context: OdfContext): Sheet {
  return {
    name: table.name,
    hidden: context.styles.isHiddenTable(table.style),
    frame: () => {
      if (table.isCut) context.flow.warn('repetition-left-out', table.name);
      return Promise.resolve({ merges: table.merges, links: new Map(), comments: table.hasComments });
    },
    rows: () => readRows(table),
    floating: () => Promise.resolve(readFloating(table, context)),
  };
}

async function* readRows({ rows }: OdsTable): AsyncGenerator<SheetRow> {
  for (const { row, count, cells } of rows) {
    const repeated = cells.flatMap(({ count: times, ...cell }): SheetCell[] =>
      times === 1 ? [cell] : Array.from({ length: times }, (_, n) => ({ ...cell, column: cell.column + n })),
    );
    for (let n = 0; n < count; n++) yield { row: row + n, cells: repeated };
  }
}

/** Charts, pictures, text boxes and shapes. */
function readFloating({ shapes, forms }: OdsTable, context: OdfContext): Floating[] {
  for (const form of forms) readForms(form, context.controls);
  return shapes
    .toSorted((a, b) => a.row - b.row)
    .flatMap(({ row, element }) => {
      const assembler = createAssembler();
      const blocks = [...readFragments(element, context).flatMap((each) => assembler.add(each)), ...assembler.end()];
      return blocks.map((block) => ({
        row,
        block,
        images: imagesAmong([...inlinesOf(block)], { image: (name) => context.images.get(name) }),
      }));
    });
}
