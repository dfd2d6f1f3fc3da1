import { Worker } from 'node:worker_threads';
import type { Rect } from '../layout/model/raw-page.ts';
import { compiledCorePath } from './compiled-core.ts';
import type { Picture } from './picture.ts';

/** A word in pixels of the picture, y down; `x1` and `y1` are exclusive. */
export interface OcrWord extends Rect {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface OcrLine {
  /** Counts Tesseract's blocks. */
  readonly block: number;
  /** `[x0, y0, x1, y1]` in pixels. */
  readonly baseline?: readonly [number, number, number, number];
  /** Pixels; x-height, ascenders and descenders together. */
  readonly rowHeight: number;
  readonly ascenders: number;
  readonly descenders: number;
  readonly words: readonly OcrWord[];
}

export interface Recognized {
  readonly lines: readonly OcrLine[];
  /** Mean over the words, 0 to 100. */
  readonly confidence: number;
}

/** Start data of the thread: each language is loaded when it is first used. */
export interface EngineStart {
  readonly languages: readonly LanguageData[];
  /** A file of the machine code of the core, which need not exist. */
  readonly compiledCore: string;
}

export interface LanguageData {
  readonly code: string;
  /** A `*.traineddata` file, gzipped or not. */
  readonly path: string;
}

/** Messages to the thread, and what it answers to each: what it read, or a file of the code that has been compiled. */
export interface CompiledTask {
  readonly compiled: true;
}
export interface EngineTask {
  readonly image: Uint8Array;
  /** Code of a language. */
  readonly language: string;
  readonly variables: Readonly<Record<string, string>>;
}
export type EngineAnswer = Recognized;
export type CompiledAnswer = Uint8Array | undefined;

/**
 * Pages after which a thread is replaced: its WASM memory never shrinks, and Tesseract keeps what it learns from page
 * to page.
 */
const PAGES_PER_THREAD = 100;

/** How Tesseract cuts the picture: by itself into blocks, or not at all, since it is one block of lines. */
export type Segmentation = 'auto' | 'block';
const MODE: Readonly<Record<Segmentation, string>> = { auto: '3', block: '6' };

/**
 * A thread answers its tasks in order, so the oldest question gets the answer; when it ends instead, that is the
 * answer.
 */
interface Thread {
  readonly worker: Worker;
  pages: number;
  ended: boolean;
  settle: PromiseWithResolvers<EngineAnswer | CompiledAnswer> | undefined;
}

/** Reads pictures in one language. */
export interface Recognizer {
  /** Reads a picture. `dpi` is what Tesseract takes letter sizes from when it cuts the page. */
  recognize(picture: Picture, dpi: number, segmentation?: Segmentation): Promise<Recognized>;
}

/**
 * One Tesseract in a thread of its own. Reads one picture at a time, in the order of the calls; start as many as there
 * are cores to use. Without a word about the language, it reads in the first of its languages.
 */
export class Engine implements Recognizer {
  readonly #languages: readonly LanguageData[];
  #thread: Thread | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(languages: readonly LanguageData[]) {
    this.#languages = languages;
  }

  /** Codes of the languages, the preferred ones first. */
  get languages(): readonly string[] {
    return this.#languages.map(({ code }) => code);
  }

  recognize(picture: Picture, dpi: number, segmentation?: Segmentation): Promise<Recognized> {
    return this.in(this.#languages[0]?.code ?? '').recognize(picture, dpi, segmentation);
  }

  in(language: string): Recognizer {
    return {
      recognize: (picture, dpi, segmentation = 'auto') => {
        const result = this.#last.then(() => this.#recognize(picture, dpi, { language, segmentation }));
        this.#last = result.catch(() => {});
        return result;
      },
    };
  }

  /** A file of the machine code of the core, as far as it has been compiled by the pages that were read. */
  async compiledCore(): Promise<Uint8Array | undefined> {
    await this.#last;
    const thread = this.#thread;
    return thread && ((await ask(thread, { compiled: true })) as CompiledAnswer);
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#end();
  }

  async #recognize(
    picture: Picture,
    dpi: number,
    { language, segmentation }: { readonly language: string; readonly segmentation: Segmentation },
  ): Promise<Recognized> {
    if (this.#thread && (this.#thread.ended || this.#thread.pages >= PAGES_PER_THREAD)) await this.#end();
    this.#thread ??= startThread(this.#languages);
    const thread = this.#thread;
    thread.pages++;
    const task: EngineTask = {
      image: pgm(picture),
      language,
      variables: {
        tessedit_pageseg_mode: MODE[segmentation],
        user_defined_dpi: String(Math.round(dpi)),
      },
    };
    try {
      return (await ask(thread, task)) as EngineAnswer;
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.worker.terminate();
  }
}

function startThread(languages: readonly LanguageData[]): Thread {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const start: EngineStart = { languages, compiledCore: compiledCorePath() };
  const worker = new Worker(new URL(`./engine-worker.${extension}`, import.meta.url), { workerData: start, env: {} });
  const thread: Thread = { worker, pages: 0, ended: false, settle: undefined };
  worker.on('message', (answer: EngineAnswer | CompiledAnswer) => thread.settle?.resolve(answer));
  worker.on('error', (error) => thread.settle?.reject(error));
  worker.on('exit', (code) => {
    thread.ended = true;
    thread.settle?.reject(new Error(`The OCR thread ended with code ${code}`));
  });
  worker.unref();
  return thread;
}

/** One question, one answer. The thread keeps the process alive only meanwhile. */
async function ask(thread: Thread, task: EngineTask | CompiledTask): Promise<EngineAnswer | CompiledAnswer> {
  thread.settle = Promise.withResolvers<EngineAnswer | CompiledAnswer>();
  thread.worker.ref();
  try {
    thread.worker.postMessage(task, 'image' in task ? [task.image.buffer as ArrayBuffer] : []);
    return await thread.settle.promise;
  } finally {
    thread.settle = undefined;
    thread.worker.unref();
  }
}

/** Netpbm's binary grey map: uncompressed, so that nothing is spent on packing. */
function pgm({ data, width, height }: Picture): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const image = new Uint8Array(header.length + width * height);
  image.set(header);
  image.set(data.subarray(0, width * height), header.length);
  return image;
}
