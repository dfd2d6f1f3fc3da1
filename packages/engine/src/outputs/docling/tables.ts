import type { OutputBlock } from '../output-block.ts';
import { noCaptions } from './captions.ts';
import { makeItem, type FloatingItem, type Provenance } from './items.ts';
import { makeGrid, type Grid } from './place-cells.ts';
import { provenanceOf } from './provenance.ts';

interface OpenTable {
  readonly item: FloatingItem;
  readonly grid: Grid;
  readonly prov: Provenance[];
}

/** Writes tables whose rows may come in several blocks: cells go through, what stands behind them waits. */
export interface Tables {
  /** The item of the next table, while the one before is open. */
  next(): FloatingItem;
  /** Closes the table before. */
  open(item: FloatingItem, block: OutputBlock): string;
  /** The rows of a block that goes on with the open table. */
  more(block: OutputBlock): string;
  isOpen(): boolean;
  close(): string;
}

export function makeTables(): Tables {
  let count = 0;
  let table: OpenTable | undefined;
  const more = (block: OutputBlock): string => {
    const { grid, prov } = table!;
    const isFirst = grid.rows() === 0;
    prov.push(...provenanceOf(block));
    const cells = grid.add(block).map((cell) => JSON.stringify(cell));
    return cells.length === 0 ? '' : `${isFirst ? '' : ','}\n${cells.join(',\n')}`;
  };
  const close = (): string => {
    if (!table) return '';
    const { item, grid, prov } = table;
    const { captions, references, footnotes, annotations } = item;
    table = undefined;
    const rest = JSON.stringify({ prov, captions, references, footnotes, annotations }).slice(1);
    return `],"num_rows":${grid.rows()},"num_cols":${grid.columns()}},${rest}`;
  };
  return {
    more,
    close,
    isOpen: () => table !== undefined,
    next: () => ({ ...makeItem('tables', count, 'table'), ...noCaptions() }),
    open(item, block) {
      const before = close();
      table = { item, grid: makeGrid(), prov: [] };
      const { self_ref, parent, children, content_layer, label } = item;
      const head = JSON.stringify({ self_ref, parent, children, content_layer, label }).slice(0, -1);
      count += 1;
      return `${before}${count === 1 ? '' : ','}\n${head},"data":{"table_cells":[${more(block)}`;
    },
  };
}
