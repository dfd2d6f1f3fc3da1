import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

const LARGE = 18;

/** A page that OCR read, with a large line above and below its prose; `confidence` is that of the upper one. */
function scanned(confidence: number): RawPage {
  const page = makePage();
  page.text(72, 80, 'Notice', { size: LARGE });
  page.lines(72, 120, [...PROSE, ...PROSE]);
  page.text(72, 280, 'Minutes', { size: LARGE });
  page.lines(72, 320, [...PROSE, ...PROSE]);
  const raw = page.page();
  const runs = raw.runs.map((run) => ({ ...run, confidence: run.text === 'Notice' ? confidence : 95 }));
  return { ...raw, source: 'ocr', runs, confidence: 94 };
}

describe('words that OCR doubts', () => {
  it('are no heading, whatever they look like', async () => {
    const lines = (await markdownOf(scanned(42))).split('\n');
    expect(lines[0]).toBe('Notice');
    expect(lines).toContain('# Minutes');
  });

  it('are a heading where OCR is sure enough', async () => {
    expect((await markdownOf(scanned(74))).split('\n')[0]).toBe('# Notice');
  });
});
