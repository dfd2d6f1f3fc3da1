import { describe, expect, it } from 'vitest';
import type { EdgeLine, LayoutSummary, PageEdges } from '../../../src/convert/layout/page-model.ts';
import { findRunningLines } from '../../../src/convert/merge/running-lines.ts';

const line = (text: string, ...numbers: number[]): EdgeLine => ({ edge: 'top', text, numbers, y: 40 });
const summaryOf = (edges: readonly PageEdges[]): LayoutSummary => ({ edges }) as unknown as LayoutSummary;

describe('a line at the edge of a page', () => {
  it('is a running one when a page nearby has the same, and one of the two says something besides', () => {
    const header = line('annual report');
    const running = findRunningLines([summaryOf([{ page: 1, height: 792, body: true, lines: [header] }, { page: 2, height: 792, body: false, lines: [header] }])]);
    expect([running(1, header), running(2, header)]).toEqual([true, true]);
  });

  it('is the text of the document when the pages have nothing else', () => {
    const pages = [1, 2, 3].map((page) => ({ page, height: 792, body: false, lines: [line('this is page #', page)] }));
    const running = findRunningLines([summaryOf(pages)]);
    expect(pages.map(({ page, lines }) => running(page, lines[0]!))).toEqual([false, false, false]);
  });
});
