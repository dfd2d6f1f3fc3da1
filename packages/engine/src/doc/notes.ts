import { readPlc, STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';

/** A foot- or endnote: its text, by positions in the whole text. */
export interface DocNote {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** The notes of a document by the positions of their references. */
export function readNotes(file: DocFile): ReadonlyMap<number, DocNote> {
  const { body, footnotes, headers, comments } = file.lengths;
  const found = new Map<number, DocNote>();
  const take = (references: number, texts: number, first: number, prefix: string): void => {
    const places = readPlc(file.structure(references), 2);
    const ranges = readPlc(file.structure(texts), 0);
    for (let n = 0; n < Math.min(places.count, ranges.count); n++)
      found.set(places.position(n), {
        label: `${prefix}${n + 1}`,
        start: first + ranges.position(n),
        end: first + ranges.position(n + 1),
      });
  };
  take(STRUCTURE.footnoteReferences, STRUCTURE.footnotes, body, '');
  take(
    STRUCTURE.endnoteReferences,
    STRUCTURE.endnotes,
    body + footnotes + headers + comments,
    found.size > 0 ? 'e' : '',
  );
  return found;
}
