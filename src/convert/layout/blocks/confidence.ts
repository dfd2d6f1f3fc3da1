import { centerX, centerY, holdsPoint, rectOf } from '../model/geometry.ts';
import type { LayoutBlock } from '../model/page-model.ts';
import type { RawRun } from '../model/raw-page.ts';

/** Says of each block how sure OCR was of the words in it, the longer ones counting for more. */
export function withConfidence(blocks: readonly LayoutBlock[], runs: readonly RawRun[]): LayoutBlock[] {
  return blocks.map((block) => {
    const box = rectOf(block.box);
    let letters = 0;
    let sum = 0;
    for (const run of runs) {
      if (run.confidence === undefined || !holdsPoint(box, centerX(run), centerY(run))) continue;
      letters += run.text.length;
      sum += run.confidence * run.text.length;
    }
    return letters === 0 ? block : { ...block, confidence: Math.round(sum / letters) };
  });
}
