import { emptyPage, plainFont, type RawPage } from '../layout/model/raw-page.ts';
import type { ReadPicture } from './read-picture.ts';

/** The font of every word that OCR read; its looks are not known, save that it may be bold. */
export const OCR_FONT = plainFont('ocr');

/** The raw page of a picture that is a page by itself. */
export function rawPageOf(read: ReadPicture, page: number): RawPage {
  const { width, height, runs, rules, confidence } = read;
  return {
    ...emptyPage(page),
    width,
    height,
    source: 'ocr',
    runs,
    fonts: { ocr: OCR_FONT },
    rules,
    confidence,
  };
}
