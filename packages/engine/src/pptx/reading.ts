import type { Block } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import type { OoxmlPackage, Relationships } from '../ooxml/package.ts';
import type { SourceFile } from '../source.ts';
import type { Inheritance } from './layouts.ts';

/** The state while a slide is read. */
export interface SlideReading {
  readonly show: OoxmlPackage;
  readonly file: SourceFile;
  readonly flow: Flow;
  readonly relationships: Relationships;
  readonly inheritance: Inheritance;
  /** In EMU, as the places of shapes. */
  readonly slideHeight: number;
}

export interface Placed {
  readonly block: Block;
  readonly images: readonly FlowImage[];
}
