import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { loadCore } from '../../../pdf-core/src/load.ts';
import { Failure } from '../failure.ts';
import type { Rect } from '../layout/model/raw-page.ts';
import type { SourceFile } from '../source.ts';
import { pdfjsFolder } from '../../../pdf-core/src/pdfjs-folder.ts';
import type { Pixels } from './pixels.ts';
import { repair } from './repair.ts';

/** A document that pages are drawn from. Native code: only a process that may load it calls this. */
export interface Drawing {
  /**
   * Draws a page, or a part of it given in points of the raw page, at `dpi`; less where that would pass `maxPixels`.
   * White background, RGBA. What comes back states the density that was used.
   */
  page(number: number, dpi: number, maxPixels: number, part?: Rect): Promise<Pixels & { readonly dpi: number }>;
  close(): Promise<void>;
}

/** The part of pdf.js' public interface that draws. */
interface Api {
  getDocument(of: Record<string, unknown>): { readonly promise: Promise<ApiDocument>; destroy(): Promise<void> };
}

interface ApiDocument {
  readonly numPages: number;
  getPage(number: number): Promise<{
    getViewport(of: Record<string, unknown>): { readonly width: number; readonly height: number };
    render(of: Record<string, unknown>): { readonly promise: Promise<void> };
    cleanup(): void;
  }>;
}

/**
 * Graphics states that a page may nest. ISO 32000-1 names 28 as the limit of a reader; the time that pdf.js takes grows
 * with the third power of the depth.
 */
const NESTED_STATES = 1000;

/** Opens a document for drawing. The public interface of pdf.js does that, on the core that is loaded already. */
export async function openDrawing({ path, password }: SourceFile): Promise<Drawing> {
  await loadCore();
  const folder = pdfjsFolder();
  const { createCanvas } = await import('@napi-rs/canvas');
  const api = (await import(pathToFileURL(`${folder}/legacy/build/pdf.mjs`).href)) as Api;
  const bytes = await readFile(path);
  const options = {
    standardFontDataUrl: `${folder}/standard_fonts/`,
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    useSystemFonts: false,
    verbosity: 0,
    isEvalSupported: false,
  };
  const { document, close } = await openTask(bytes, password, async (given, secret) => {
    // The core takes over the buffer that is given here.
    const task = api.getDocument({ ...options, data: new Uint8Array(given), password: secret });
    const opened = await task.promise;
    if (opened.numPages < 1) throw new Error('it has no pages');
    return { document: opened, close: () => task.destroy() };
  });
  return {
    async page(number, wanted, maxPixels, part) {
      const page = await document.getPage(number);
      const whole = page.getViewport({ scale: 1 });
      const area = part ?? { x0: 0, y0: 0, x1: whole.width, y1: whole.height };
      const points = { width: area.x1 - area.x0, height: area.y1 - area.y0 };
      const dpi = Math.min(wanted, 72 * Math.sqrt(maxPixels / (points.width * points.height)));
      const scale = dpi / 72;
      const canvas: Canvas = createCanvas(
        Math.max(1, Math.round(points.width * scale)),
        Math.max(1, Math.round(points.height * scale)),
      );
      const context: SKRSContext2D = canvas.getContext('2d');
      limitNesting(context, number);
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      const viewport = page.getViewport({ scale, offsetX: -area.x0 * scale, offsetY: -area.y0 * scale });
      try {
        await page.render({ canvas: null, canvasContext: context, viewport }).promise;
      } finally {
        page.cleanup();
      }
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return {
        width: canvas.width,
        height: canvas.height,
        channels: 4,
        data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
        dpi,
      };
    },
    close,
  };
}

interface Task {
  readonly document: ApiDocument;
  close(): Promise<void>;
}

/** Opens what `openPdf` does: without a password where none is needed, and with the parts that a cut file has lost. */
async function openTask(
  bytes: Uint8Array,
  password: string | undefined,
  open: (bytes: Uint8Array, password?: string) => Promise<Task>,
): Promise<Task> {
  try {
    return await open(bytes, password);
  } catch (error) {
    const locked = (error as Error).name === 'PasswordException';
    if (locked && password !== undefined) return await open(bytes);
    const whole = locked ? undefined : repair(bytes);
    if (whole === undefined) throw error;
    return await open(whole, password);
  }
}

function limitNesting(context: SKRSContext2D, page: number): void {
  const save = context.save.bind(context);
  const restore = context.restore.bind(context);
  let depth = 0;
  context.save = () => {
    if (++depth > NESTED_STATES)
      throw new Failure('limit_exceeded', `The page nests more than ${NESTED_STATES} graphics states`, page);
    save();
  };
  context.restore = () => {
    depth = Math.max(0, depth - 1);
    restore();
  };
}
