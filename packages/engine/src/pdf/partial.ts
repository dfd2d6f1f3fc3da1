import type { RemoteFile } from '../source.ts';
import { loadCore } from '../../../pdf-core/src/load.ts';
import type { Core, CoreStream } from '../../../pdf-core/src/types.ts';

const CHUNK_BYTES = 64 * 1024;
/** At least so many bytes are fetched at once: the objects of a page usually lie side by side. */
const AHEAD_BYTES = 1024 * 1024;

/** A PDF of which only those bytes are fetched that are read. */
export interface PartialPdf {
  /** The bytes for the core, which throws at the first that is missing. */
  stream(): CoreStream;
  /**
   * The result or the error of `read` once it finds all bytes that it reads. Before each new try, the missing bytes are
   * fetched, and `again` is called: a missing byte may have been taken for a fault of the file.
   */
  complete<T>(read: () => Promise<T>, again?: () => Promise<void>): Promise<T>;
}

export async function partialPdf(file: RemoteFile, length: number): Promise<PartialPdf> {
  const { ChunkedStream } = await loadCore();
  const bytes = new FetchedBytes(file, length);
  const PartialStream = partialStreamClass(ChunkedStream, bytes);
  return {
    stream: () => new PartialStream(0, CHUNK_BYTES, null),
    async complete(read, again) {
      for (;;) {
        bytes.missing = undefined;
        const tried = await read().then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        const missing = bytes.missing as Missing | undefined;
        if (missing === undefined) {
          if ('error' in tried) throw tried.error;
          return tried.value;
        }
        await bytes.fetch(missing);
        await again?.();
      }
    },
  };
}

interface Missing {
  readonly begin: number;
  readonly end: number;
}

/** The bytes of a file that have been fetched so far, at their places. */
class FetchedBytes {
  readonly #file: RemoteFile;
  readonly length: number;
  /** Zero where nothing was fetched: pages of memory that are never written take no space. */
  readonly bytes: Uint8Array;
  /** Indices of the chunks that were fetched. */
  readonly chunks = new Set<number>();
  /** The first range that was read and is not here. */
  missing: Missing | undefined;

  constructor(file: RemoteFile, length: number) {
    this.#file = file;
    this.length = length;
    this.bytes = new Uint8Array(length);
  }

  /** Keeps the range that `ensure` misses, since the core may catch what it throws. */
  noteMissing(begin: number, end: number, ensure: () => void): void {
    try {
      ensure();
    } catch (error) {
      this.missing ??= { begin, end: Math.min(end, this.length) };
      throw error;
    }
  }

  async fetch({ begin, end }: Missing): Promise<void> {
    const from = begin - (begin % CHUNK_BYTES);
    const upTo = Math.min(this.length, Math.max(end, begin + AHEAD_BYTES));
    const to = Math.min(this.length, Math.ceil(upTo / CHUNK_BYTES) * CHUNK_BYTES);
    this.bytes.set(await this.#file.read(from, to), from);
    for (let chunk = from / CHUNK_BYTES; chunk * CHUNK_BYTES < to; chunk++) this.chunks.add(chunk);
  }
}

const partialStreamClass = (ChunkedStream: Core['ChunkedStream'], fetched: FetchedBytes): Core['ChunkedStream'] =>
  class extends ChunkedStream {
    override bytes = fetched.bytes;
    override _loadedChunks = fetched.chunks;
    override end = fetched.length;
    override numChunks = Math.ceil(fetched.length / CHUNK_BYTES);

    /** Or the core would wait for chunks by itself. */
    override get isDataLoaded(): boolean {
      return true;
    }
    override ensureByte(position: number): void {
      fetched.noteMissing(position, position + 1, () => super.ensureByte(position));
    }
    override ensureRange(begin: number, end: number): void {
      fetched.noteMissing(begin, end, () => super.ensureRange(begin, end));
    }
  };
