import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { PageModel } from '../page-model.ts';

/** Pages on disk, while all of a document's are needed before the first can be merged. */
export interface Spill {
  add(page: PageModel): Promise<void>;
  pages(): AsyncIterable<PageModel>;
  close(): Promise<void>;
}

export async function createSpill(path: string): Promise<Spill> {
  const file = await open(path, 'w');
  return {
    async add(page) {
      await file.appendFile(`${JSON.stringify(page)}\n`);
    },
    async *pages() {
      // Loaded here: few documents contain others.
      const { createInterface } = await import('node:readline');
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
        yield JSON.parse(line) as PageModel;
    },
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
