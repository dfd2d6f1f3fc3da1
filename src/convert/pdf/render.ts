import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourcePicture } from '../ocr/picture.ts';
import { pdfjsFolder } from './core/generate.ts';

/** Draws pages of one document. `close` frees it. */
export interface Renderer {
  /** The page in grey as it is shown, with its rotation. Throws `Failure` (`limit_exceeded`). */
  draw(page: number, dpi: number): Promise<SourcePicture>;
  close(): Promise<void>;
}

/**
 * Opens a document for drawing: the public pdf.js on native canvas, which is slow to load and so only for pages that have to be seen to be read.
 * The bytes are copied.
 */
export async function openRenderer(bytes: Uint8Array, limits: Limits): Promise<Renderer> {
  const [{ getDocument, VerbosityLevel }, { createCanvas }] = await Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('@napi-rs/canvas')]);
  const folder = pdfjsFolder();
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${folder}/cmaps/`,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: false,
  });
  const document = await task.promise;
  return {
    async draw(number, dpi) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: dpi / 72 });
      const width = Math.max(1, Math.round(viewport.width));
      const height = Math.max(1, Math.round(viewport.height));
      if (width * height > limits.imagePixels) throw new Failure('limit_exceeded', `page ${number} has ${width} × ${height} pixels when it is drawn`, number);
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      await page.render({ canvas: null, canvasContext: context as never, viewport, intent: 'print', annotationMode: 1 }).promise;
      page.cleanup();
      const { data } = context.getImageData(0, 0, width, height);
      return { data: greyOf(data), width, height, dpi };
    },
    close: () => task.destroy(),
  };
}

/** Luma of opaque RGBA. */
function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) grey[i] = (77 * rgba[at]! + 150 * rgba[at + 1]! + 29 * rgba[at + 2]!) >> 8;
  return grey;
}
