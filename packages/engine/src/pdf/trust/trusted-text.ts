import type { RawPage } from '../../layout/model/raw-page.ts';
import type { ConvertOptions } from '../../options.ts';
import type { Warning } from '../../warning.ts';
import type { Drawing } from '../draw.ts';
import { isUnderScan } from '../quality.ts';
import { asRead, readDrawn } from '../read-scan.ts';
import { reread } from './reread.ts';
import { findSuspicion } from './suspicion.ts';
import type { Suspicion } from './suspicion.ts';
import { verdictOn } from './verdict.ts';

/** The text of a page that can be trusted, and whether OCR read it. */
export interface TrustedText {
  readonly raw: RawPage;
  readonly ocr: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Compares the text layer of a page with the page where its letters look wrong, and reads the page by OCR where the
 * layer says something else. Why: docs/decisions/031-text-layers.md.
 */
export async function trustedText(
  raw: RawPage,
  options: ConvertOptions,
  open: () => Promise<Drawing>,
): Promise<TrustedText | 'needs-native'> {
  const suspicion = findSuspicion(raw, isUnderScan(raw));
  const { page } = raw;
  if (!suspicion) return { raw, ocr: false, warnings: [] };
  if (options.ocr.mode === 'off')
    return { raw, ocr: false, warnings: [{ kind: 'doubtful-text', page, count: 1, detail: 'OCR is off' }] };
  if (options.native === 'refuse') return 'needs-native';
  const verdict = await verdictOn(raw, suspicion, open, options);
  if (verdict === 'right') return { raw, ocr: false, warnings: [] };
  if (verdict === 'unknown') return { raw, ocr: false, warnings: [{ kind: 'doubtful-text', page, count: 1 }] };
  return await readAnew(raw, suspicion, options, open);
}

/** A reading that OCR itself doubts is no better than the text layer. */
const LEAST_CONFIDENCE = 60;

async function readAnew(
  raw: RawPage,
  suspicion: Suspicion,
  options: ConvertOptions,
  open: () => Promise<Drawing>,
): Promise<TrustedText> {
  const { page } = raw;
  const read = await readDrawn(open, page, options);
  if ('kind' in read) return { raw, ocr: false, warnings: [read, { kind: 'doubtful-text', page, count: 1 }] };
  if (read.confidence < LEAST_CONFIDENCE)
    return { raw, ocr: false, warnings: [{ kind: 'doubtful-text', page, count: 1 }] };
  const inPlace = suspicion.kind === 'fonts' ? reread(raw, suspicion.fonts, read) : undefined;
  const { ocrWarnings } = await import('../../ocr/ocr-warnings.ts');
  const told: Warning = {
    kind: 'text-layer-replaced',
    page,
    count: 1,
    detail: `mean confidence ${read.confidence} of 100`,
  };
  const low = ocrWarnings(read, page).filter(({ kind }) => kind !== 'read-by-ocr');
  return { raw: inPlace ?? (await asRead(raw, read)), ocr: true, warnings: [told, ...low] };
}
