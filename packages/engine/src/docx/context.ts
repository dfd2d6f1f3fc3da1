import type { Block } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { Archive } from '../archive/open-archive.ts';
import type { Relationships } from '../ooxml/package.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** The parts of a DOCX document that its walk needs, and the state that it collects. */
export interface DocxContext {
  readonly archive: Archive;
  readonly flow: Flow;
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Relationships of the part that is being walked. */
  readonly relationships: Relationships;
  readonly footnotes: Notes;
  readonly endnotes: Notes;
  /** Blocks of charts, diagrams and embedded documents by relationship id. */
  readonly graphics: ReadonlyMap<string, readonly Block[]>;
  readonly collected: Collected;
  readonly state: { titled: boolean };
  /**
   * Reads the content of a cell, a text box or a note. It is handed down, since drawings hold blocks and blocks hold
   * drawings.
   */
  readBlocks(elements: readonly XmlElement[], context: DocxContext): Block[];
}

/** The notes of word/footnotes.xml or word/endnotes.xml by id, with the relationships of that part. */
export interface Notes {
  readonly elements: ReadonlyMap<string, XmlElement>;
  readonly relationships: Relationships;
}

export interface Collected {
  /** Images by asset name. */
  readonly images: Map<string, FlowImage>;
  /** Notes whose marks were met, by label. */
  readonly notes: Map<
    string,
    { readonly element: XmlElement; readonly kind: 'footnotes' | 'endnotes'; written?: boolean }
  >;
  /** The floating content of the paragraph that is being read: text boxes, charts. */
  floating: Block[];
}
