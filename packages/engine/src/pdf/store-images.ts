import type { RawImage, RawPage } from '../layout/model/raw-page.ts';
import type { PartSink } from '../part.ts';
import type { Warning } from '../warning.ts';
import { assetName, isPicture, readAsset } from './assets.ts';
import type { Drawing } from './draw.ts';
import type { ExtractedPage } from './extract.ts';
import { covers } from './figures.ts';
import type { OpenPdf } from './open.ts';
import { encodePng } from './png.ts';

/** Density and size of a drawing that is stored as an image. */
const DRAWN_DPI = 150;
const DRAWN_PIXELS = 8_000_000;
/** An image over this share of a page with so much text is its background. */
const BACKGROUND = 0.85;
const BACKGROUND_LETTERS = 100;

/** Where images go, and what has gone there already: an image that many pages show is stored once. */
export interface ImageStore {
  readonly sink: PartSink;
  readonly stored: Set<string>;
  readonly warnings: Warning[];
  /** Larger images are left out. */
  readonly maxPixels: number;
}

/** A page, and where it has drawings. */
export interface DrawnPage {
  readonly raw: RawPage;
  readonly drawings: readonly RawImage[];
}

/**
 * Stores the images that the page shows, and names them in the raw page; those that are pieces of a drawing go with it.
 */
export async function storeImages(
  pdf: OpenPdf,
  page: ExtractedPage,
  { raw, drawings }: DrawnPage,
  { sink, stored, warnings, maxPixels }: ImageStore,
): Promise<RawPage> {
  const assets = new Map<string, string>();
  for (const walked of page.images) {
    const { image } = walked;
    if (
      assets.has(image.id) ||
      !isPicture(image) ||
      isBackground(image, page) ||
      drawings.some((drawing) => covers(drawing, image)) ||
      !raw.images.some((kept) => kept.id === image.id)
    )
      continue;
    const name = assetName(pdf, walked);
    if (!stored.has(name)) {
      const asset = await readAsset(pdf, walked, raw.page, maxPixels);
      if ('kind' in asset) {
        warnings.push(asset);
        continue;
      }
      stored.add(name);
      await sink.asset(asset);
    }
    assets.set(image.id, name);
  }
  return { ...raw, images: raw.images.map((image) => withAsset(image, assets.get(image.id))) };
}

/**
 * Draws what is no image but looks like one, and stores that. `open` is called only when there is something to draw.
 */
export async function storeDrawings(
  { raw, drawings }: DrawnPage,
  { sink, warnings, maxPixels }: ImageStore,
  open: () => Promise<Drawing>,
): Promise<RawPage> {
  const images: RawImage[] = [];
  for (const [index, place] of drawings.entries()) {
    const name = `page-${raw.page}-figure-${index + 1}.png`;
    try {
      const drawn = await (await open()).page(raw.page, DRAWN_DPI, Math.min(DRAWN_PIXELS, maxPixels), place);
      await sink.asset({ name, contentType: 'image/png', bytes: encodePng(withoutAlpha(drawn)), page: raw.page });
      images.push({ ...place, pixelWidth: drawn.width, pixelHeight: drawn.height, asset: name });
    } catch (error) {
      warnings.push({
        kind: 'image-skipped',
        page: raw.page,
        count: 1,
        detail: error instanceof Error ? error.message.slice(0, 200) : 'cannot be drawn',
      });
    }
  }
  return images.length === 0 ? raw : { ...raw, images: [...raw.images, ...images] };
}

function isBackground(image: RawImage, { raw, letters }: ExtractedPage): boolean {
  const area = (image.x1 - image.x0) * (image.y1 - image.y0);
  return letters > BACKGROUND_LETTERS && area > BACKGROUND * raw.width * raw.height;
}

function withAsset(image: RawImage, asset: string | undefined): RawImage {
  return asset === undefined ? image : { ...image, asset };
}

/** An image that is drawn on white is opaque. */
function withoutAlpha({ width, height, data }: { width: number; height: number; data: Uint8Array }): {
  width: number;
  height: number;
  channels: 3;
  data: Uint8Array;
} {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0, at = 0; i < rgb.length; i += 3, at += 4) {
    rgb[i] = data[at] as number;
    rgb[i + 1] = data[at + 1] as number;
    rgb[i + 2] = data[at + 2] as number;
  }
  return { width, height, channels: 3, data: rgb };
}
