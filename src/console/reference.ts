import { makeAsset, pageScript, styleSheet, type Asset } from './assets.ts';
import { referencePage, type ReferenceContent } from './reference/render.ts';

/** The API reference at `/docs`, and at `/docs/more`, where what is beside the interface once had its own page. */
export function referenceAssets(content: ReferenceContent): ReadonlyMap<string, Asset> {
  const page = makeAsset('text/html; charset=utf-8', () => referencePage(content));
  return new Map([
    ['/docs', page],
    ['/docs/more', page],
    ['/docs/reference.css', makeAsset('text/css; charset=utf-8', () => styleSheet('reference'))],
    ['/console/reference.js', makeAsset('text/javascript; charset=utf-8', () => pageScript('reference'))],
    ['/console/sample-pdf.js', makeAsset('text/javascript; charset=utf-8', () => pageScript('sample-pdf'))],
  ]);
}
