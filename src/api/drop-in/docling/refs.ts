import type { DocumentBlock } from '../read-document.ts';

/**
 * For each block the item of the DoclingDocument that it is (`packages/engine/src/outputs/docling/docling-json.ts`): it
 * numbers texts, tables and pictures in the order of the blocks. Undefined for a separator.
 */
export function doclingRefs(blocks: readonly DocumentBlock[]): (string | undefined)[] {
  const counts = { texts: 0, tables: 0, pictures: 0 };
  return blocks.map((block) => {
    if (block.role === 'separator') return undefined;
    if (block.continues && counts.tables > 0) return `#/tables/${counts.tables - 1}`;
    const kind = block.rows ? 'tables' : block.role === 'figure' ? 'pictures' : 'texts';
    return `#/${kind}/${counts[kind]++}`;
  });
}
