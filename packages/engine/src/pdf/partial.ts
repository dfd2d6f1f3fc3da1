import type { RemoteFile } from '../source.ts';
import { loadCore } from '../../../pdf-core/src/load.ts';
import type { CoreStream } from '../../../pdf-core/src/types.ts';

const CHUNK_BYTES = 64 * 1024;
/** What is missing is fetched with so much of what follows it: the objects of a page usually lie side by side. */
const AHEAD_BYTES = 1024 * 1024;

/** A PDF of which only those bytes are fetched that are read. */
export interface PartialPdf {
  /** The bytes for the core, which throws at the first that is missing. */
  stream(): CoreStream;
  /**
   * What `read` returns or throws once it finds all bytes that it reads. Before each new try, what was missing is
   * fetched, and `again` is called: the core and our own code may have taken a missing byte for a fault of the file.
   */
  complete<T>(read: () => Promise<T>, again?: () => Promise<void>): Promise<T>;
}

export async function partialPdf(file: RemoteFile, length: number): Promise<PartialPdf> {
  const { ChunkedStream } = await loadCore();
  // Pages of memory that nothing is written to cost nothing.
  const bytes = new Uint8Array(length);
  const here = new Set<number>();
  let missing: { readonly begin: number; readonly end: number } | undefined;

  /** Remembers what was missing, whoever catches the exception. */
  function noting(begin: number, end: number, ensure: () => void): void {
    try {
      ensure();
    } catch (error) {
      missing ??= { begin, end: Math.min(end, length) };
      throw error;
    }
  }

  class PartialStream extends ChunkedStream {
    override bytes = bytes;
    override _loadedChunks = here;
    override end = length;
    override numChunks = Math.ceil(length / CHUNK_BYTES);

    /** Or the core would wait for chunks by itself. */
    override get isDataLoaded(): boolean {
      return true;
    }
    override ensureByte(position: number): void {
      noting(position, position + 1, () => super.ensureByte(position));
    }
    override ensureRange(begin: number, end: number): void {
      noting(begin, end, () => super.ensureRange(begin, end));
    }
  }

  async function fetchFrom(begin: number, end: number): Promise<void> {
    const from = begin - (begin % CHUNK_BYTES);
    const upTo = Math.min(length, Math.max(end, begin + AHEAD_BYTES));
    const to = Math.min(length, Math.ceil(upTo / CHUNK_BYTES) * CHUNK_BYTES);
    bytes.set(await file.read(from, to), from);
    for (let chunk = from / CHUNK_BYTES; chunk * CHUNK_BYTES < to; chunk++) here.add(chunk);
  }

  return {
    stream: () => new PartialStream(0, CHUNK_BYTES, null),
    async complete(read, again) {
      for (;;) {
        missing = undefined;
        const tried = await read().then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if (missing === undefined) {
          if ('error' in tried) throw tried.error;
          return tried.value;
        }
        const { begin, end } = missing as { begin: number; end: number };
        await fetchFrom(begin, end);
        await again?.();
      }
    },
  };
}
