import type { OutputBox, OutputRole } from './output-block.ts';

/** A chunk that has all of its blocks. */
export interface ClosedChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The text between them, if it is joined with the chunk before. */
  readonly separator: string;
  readonly pages: ReadonlySet<number>;
  readonly roles: ReadonlySet<OutputRole>;
  readonly boxes: readonly OutputBox[];
  readonly headings: readonly string[];
  /** False where the text has more before or behind the Markdown: the head or the end of a table that was cut. */
  readonly begins: boolean;
  readonly ends: boolean;
}

export interface Joiner {
  add(chunk: ClosedChunk): void;
  end(): void;
}

/** A chunk with less than this share of its size says too little to be found by. */
const USEFUL = 0.25;

/**
 * Joins each short chunk with the one before or behind it, if both fit into one: the one with which it shares more of
 * its path, else the one behind. It holds two chunks.
 */
export function makeJoiner(size: number, write: (chunk: ClosedChunk) => void): Joiner {
  let before: ClosedChunk | undefined;
  let held: ClosedChunk | undefined;
  const isShort = ({ text }: ClosedChunk): boolean => text.length < size * USEFUL;
  const fit = (first: ClosedChunk | undefined, second: ClosedChunk | undefined): boolean =>
    first !== undefined &&
    second !== undefined &&
    first.ends &&
    second.begins &&
    first.text.length + second.separator.length + second.text.length <= size;
  const add = (chunk: ClosedChunk | undefined): void => {
    if (held && isShort(held)) {
      const toNext = fit(held, chunk);
      if (fit(before, held) && !(toNext && shared(before!, held) <= shared(held, chunk!))) {
        before = joined(before!, held);
        held = chunk;
        return;
      }
      if (toNext) return void (held = joined(held, chunk!));
    }
    if (before) write(before);
    before = held;
    held = chunk;
  };
  return {
    add,
    end() {
      add(undefined);
      if (before) write(before);
      before = undefined;
    },
  };
}

const shared = (first: ClosedChunk, second: ClosedChunk): number => commonPath(first.headings, second.headings).length;

const joined = (first: ClosedChunk, second: ClosedChunk): ClosedChunk => ({
  text: first.text + second.separator + second.text,
  start: first.start,
  end: second.end,
  separator: first.separator,
  pages: new Set([...first.pages, ...second.pages]),
  roles: new Set([...first.roles, ...second.roles]),
  boxes: [...first.boxes, ...second.boxes],
  headings: commonPath(first.headings, second.headings),
  begins: first.begins,
  ends: second.ends,
});

/** The headings of the sections that both are in. */
function commonPath(first: readonly string[], second: readonly string[]): readonly string[] {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return first.slice(0, length);
}
