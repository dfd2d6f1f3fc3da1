import { readDrawings } from './drawings.ts';
import type { Drawings } from './drawings.ts';
import { STRUCTURE } from './file.ts';
import type { DocFile } from './file.ts';
import { readFonts } from './fonts.ts';
import { readLists } from './lists.ts';
import type { DocLists } from './lists.ts';
import { readNotes } from './notes.ts';
import type { DocNote } from './notes.ts';
import { readText } from './pieces.ts';
import type { DocText } from './pieces.ts';
import { readCharacterProperties, readParagraphProperties } from './properties.ts';
import type { PropertyIndex } from './properties.ts';
import { readStyles } from './styles.ts';
import type { DocStyles } from './styles.ts';

/** The text of a document and the structures that format it. */
export interface DocContent {
  readonly text: DocText;
  readonly styles: DocStyles;
  readonly fonts: readonly string[];
  readonly paragraphs: PropertyIndex;
  readonly runs: PropertyIndex;
  readonly lists: DocLists;
  readonly drawings: Drawings;
  /** The notes by the positions of their references. */
  readonly notes: ReadonlyMap<number, DocNote>;
  /** The position at which the text of all text boxes begins. */
  readonly textBoxes: number;
}

export function readContent(file: DocFile): DocContent {
  const { body, footnotes, headers, comments, endnotes } = file.lengths;
  return {
    text: readText(file),
    styles: readStyles(file.structure(STRUCTURE.styles), file.data),
    fonts: readFonts(file.structure(STRUCTURE.fonts)),
    paragraphs: readParagraphProperties(file),
    runs: readCharacterProperties(file),
    lists: readLists(file),
    notes: readNotes(file),
    drawings: readDrawings(file),
    textBoxes: body + footnotes + headers + comments + endnotes,
  };
}
