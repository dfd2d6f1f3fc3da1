import { centerX, middleOfLetters } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawLink } from '../model/raw-page.ts';

/** Gives runs inside a link's rectangle its target. Links within the document are dropped: Markdown has no pages. */
export function linkRuns(runs: readonly GlyphRun[], links: readonly RawLink[]): void {
  for (const link of links) {
    if (!/^(?:https?:|mailto:|ftp:)/i.test(link.href)) continue;
    for (const run of runs) {
      const x = centerX(run);
      const y = middleOfLetters(run);
      if (x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1) run.href = link.href;
    }
  }
}
