import type { Flow } from '../flow/flow.ts';
import { readBlocks } from './blocks.ts';
import type { OdfContext } from './context.ts';
import type { OdfSource } from './source.ts';

/** The context at the start of a document. */
export function createContext(source: OdfSource, flow: Flow): OdfContext {
  return {
    source,
    flow,
    styles: source.styles,
    images: new Map(),
    notes: new Map(),
    numbers: new Map(),
    deletions: new Set(),
    controls: new Map(),
    embedded: new Set(),
    state: { titled: false, floating: [] },
    readBlocks,
  };
}
