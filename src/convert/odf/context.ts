import type { Archive } from '../archive/open-archive.ts';
import type { Block } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfStyles } from './styles.ts';

/** What the walk over an ODF document knows, and what it collects on the way. */
export interface OdfContext {
  readonly archive: Archive;
  readonly flow: Flow;
  readonly styles: OdfStyles;
  /** Roots of embedded objects (formulas, charts) by folder. */
  readonly objects: ReadonlyMap<string, XmlElement>;
  readonly images: Map<string, FlowImage>;
  /** Bodies of notes by label. */
  readonly notes: Map<string, { readonly body: XmlElement; written: boolean }>;
  /** Last number of each list style's levels, for lists that go on. */
  readonly numbers: Map<string, number>;
  readonly state: { titled: boolean; floating: Block[] };
  /** Reads the content of a cell, a frame or a note; handed down, since frames hold blocks and blocks hold frames. */
  readBlocks(element: XmlElement, context: OdfContext): Block[];
}
