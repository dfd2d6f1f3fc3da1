import type { PageRange } from '../../resource/ranges.ts';
import { readPages } from '../convert/options.ts';
import { NoSource } from './sources.ts';

/** `3`, `3-10` or `3-`; throws a sentence that says so. */
export function readRange(text: string): PageRange {
  try {
    return readPages(text);
  } catch (error) {
    throw new NoSource((error as Error).message);
  }
}
