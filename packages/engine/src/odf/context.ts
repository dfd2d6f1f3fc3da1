import type { Block } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfSource } from './source.ts';
import type { OdfStyles } from './styles.ts';

/** The parts of an ODF document that its walk needs, and the state that it collects. */
export interface OdfContext {
  readonly source: OdfSource;
  readonly flow: Flow;
  readonly styles: OdfStyles;
  readonly images: Map<string, FlowImage>;
  /** Bodies of notes by label. */
  readonly notes: Map<string, { readonly body: XmlElement; written: boolean }>;
  /** Last number of each list style's levels, and of the outline's, for what goes on. */
  readonly numbers: Map<string, number>;
  /** True within an item of a list, which numbers the headings in it. */
  readonly inList?: boolean;
  /** Changes whose deleted text is still in its place, between `text:change-start` and `text:change-end`. */
  readonly deletions: Set<string>;
  /** The texts of form controls by their id. */
  readonly controls: Map<string, string>;
  /** Documents within it that were read: each only once, however many frames show it. */
  readonly embedded: Set<XmlElement>;
  readonly state: { deletion?: string | undefined; titled: boolean; floating: Block[] };
  /** Reads the content of a cell, a frame or a note; handed down, since frames hold blocks and blocks hold frames. */
  readBlocks(element: XmlElement, context: OdfContext): Block[];
}
