import type { FloatingItem, Ref } from './items.ts';

/** Says whose a caption is: it stands below a picture and above a table, where there is a choice. */
export interface Captions {
  caption(ref: Ref): void;
  floating(item: FloatingItem): void;
  /** Something else follows. */
  text(): void;
}

export function makeCaptions(): Captions {
  let before: FloatingItem | undefined;
  let held: Ref | undefined;
  const settle = (owner: FloatingItem | undefined): void => {
    if (held && owner?.captions.length === 0) owner.captions.push(held);
    held = undefined;
  };
  return {
    caption(ref) {
      settle(before);
      held = ref;
    },
    floating(item) {
      const isBelow = before?.label === 'picture' && before.captions.length === 0;
      settle(isBelow ? before : item);
      before = item;
    },
    text() {
      settle(before);
      before = undefined;
    },
  };
}

export const noCaptions = (): Pick<FloatingItem, 'captions' | 'references' | 'footnotes' | 'annotations'> => ({
  captions: [],
  references: [],
  footnotes: [],
  annotations: [],
});
