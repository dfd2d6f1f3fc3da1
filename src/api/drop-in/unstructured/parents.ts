import type { DocumentBlock } from '../read-document.ts';

export interface Parents {
  /** The element above a block, and how deep it is where that is told. */
  place(block: DocumentBlock, id: string): { readonly parent?: string; readonly depth?: number };
}

interface Above {
  readonly depth: number;
  readonly id: string;
}

/** Titles are below those of a higher level, items of lists below items, and all else below the last title. */
export function openParents(): Parents {
  let titles: Above[] = [];
  let items: Above[] = [];
  return {
    place({ role, level = 1 }, id) {
      const depth = level - 1;
      if (role === 'heading') titles = titles.filter((title) => title.depth < depth);
      items = role === 'list-item' ? items.filter((item) => item.depth < depth) : [];
      const parent = items.at(-1)?.id ?? titles.at(-1)?.id;
      if (role === 'heading') titles.push({ depth, id });
      if (role === 'list-item') items.push({ depth, id });
      const isDeep = role === 'heading' || role === 'list-item';
      return { ...(isDeep && { depth }), ...(parent !== undefined && { parent }) };
    },
  };
}
