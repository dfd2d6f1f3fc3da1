import { centerX, centerY, holdsPoint, rectOf } from '../model/geometry.ts';
import type { LayoutBlock } from '../model/page-model.ts';
import { DOUBTFUL_CONFIDENCE, type RawRun } from '../model/raw-page.ts';

/**
 * Says of each block how sure OCR was of the words in it, the longer ones counting for more. What it doubts is no
 * heading: large scrawls look like one, and are read as words that are none.
 */
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
    if (letters === 0) return block;
    const confidence = Math.round(sum / letters);
    return { ...(confidence < DOUBTFUL_CONFIDENCE ? withoutCandidate(block) : block), confidence };
  });
}

function withoutCandidate(block: LayoutBlock): LayoutBlock {
  if (block.kind !== 'text') return block;
  const { candidate: _, ...rest } = block;
  return rest;
}
