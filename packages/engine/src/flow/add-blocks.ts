import type { Block, Inline } from '../document.ts';
import type { Flow, FlowImage } from './flow.ts';
import { inlinesOf } from './inlines.ts';

/** Images and notes that blocks refer to. */
export interface References {
  image(name: string): FlowImage | undefined;
  /** A note by its label, once: undefined when it was asked for before. */
  note?(label: string): readonly Block[] | undefined;
}

/** The stored images among inline content. */
export const imagesAmong = (inlines: readonly Inline[], { image }: Pick<References, 'image'>): FlowImage[] =>
  inlines.flatMap((inline) =>
    inline.kind === 'image' && inline.asset !== undefined ? (image(inline.asset) ?? []) : [],
  );

/** Adds blocks with the images that they show, each followed by the notes that it is the first to refer to. */
export async function addBlocks(blocks: readonly Block[], flow: Flow, references: References): Promise<void> {
  for (const block of blocks) {
    const inlines = [...inlinesOf(block)];
    await flow.add(block, imagesAmong(inlines, references));
    for (const inline of inlines) {
      const note = inline.kind === 'footnote' ? references.note?.(inline.label) : undefined;
      if (inline.kind === 'footnote' && note)
        await addBlocks([{ kind: 'footnote', label: inline.label, blocks: note }], flow, references);
    }
  }
}
