import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import type { PartReader } from '../../../packages/engine/src/part.ts';
import { call } from './http.ts';
import { splitLines } from './split-lines.ts';
import { readHeader } from '../part-file.ts';
import { retried } from './retry.ts';
import { isTransient } from '../../failures/transient.ts';

/**
 * A part object behind a signed URL. Its summary is read at once; `pages()` streams the rest, and takes a broken
 * connection up again behind the last page that was delivered.
 */
export async function openRemotePart(base: string, url: string): Promise<PartReader> {
  const summary = await retried(async () => {
    for await (const line of partLines(base, url)) return readHeader(line);
    throw new Error('A part is empty');
  });
  return { summary, pages: () => remotePages(base, url) };
}

async function* partLines(base: string, url: string): AsyncGenerator<string> {
  const response = await call(base, { method: 'GET', url });
  try {
    yield* splitLines(response as AsyncIterable<Buffer>);
  } finally {
    response.destroy();
  }
}

async function* remotePages(base: string, url: string): AsyncGenerator<PageModel> {
  let delivered = 0;
  for (let failures = 0; ; failures++) {
    try {
      let line = 0;
      for await (const text of partLines(base, url)) {
        // The first line is the header.
        if (line++ <= delivered) continue;
        yield JSON.parse(text) as PageModel;
        delivered++;
      }
      return;
    } catch (error) {
      if (!isTransient(error) || failures >= 5) throw error;
      await retried(async () => {
        (await call(base, { method: 'GET', url })).destroy();
      });
    }
  }
}
