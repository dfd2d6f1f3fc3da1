import { join } from 'node:path';
import { make, samplesOf } from '../factory/make.ts';
import type { Sample } from '../factory/sample.ts';
import { CORPUS } from './documents.ts';

export interface MadeDocument {
  readonly sample: Sample;
  readonly path: string;
  /** Markdown; floats stand at its end. */
  readonly truth: string;
}

/** Documents of seeds of the factory, `count` of each, set where they are not there yet. */
export async function madeDocuments(seeds: readonly string[], count: number): Promise<MadeDocument[]> {
  const documents: MadeDocument[] = [];
  for (const seed of seeds) {
    const { made } = await make(samplesOf(seed, count).samples, join(CORPUS, 'factory', seed));
    for (const { sample, path, truth } of made)
      documents.push({ sample, path, truth: [truth.text, ...truth.floating].join('\n\n') });
  }
  return documents;
}
