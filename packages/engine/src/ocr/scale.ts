import type { Picture } from './picture.ts';

/** Scales a picture. sharp is native code and only loaded when a picture has to be scaled. */
export async function scalePicture({ data, width, height }: Picture, factor: number): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const size = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  const scaled = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: 'fill', kernel: factor > 1 ? 'cubic' : 'lanczos3' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data: scaled, ...size };
}
