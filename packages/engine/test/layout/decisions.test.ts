import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { DECISIONS, type Decision } from '../../src/layout/model/decisions.ts';
import { layoutPage } from '../../src/layout/page.ts';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

/** What is decided about a page, as `question: answer: reason`. */
function decisionsOn(page: RawPage): string[] {
  const decisions: string[] = [];
  const note = (message: unknown): void => {
    const { question, answer, reason } = message as Decision;
    decisions.push(`${question}: ${answer}: ${reason}`);
  };
  subscribe(DECISIONS, note);
  layoutPage(page);
  unsubscribe(DECISIONS, note);
  return decisions;
}

const PARAGRAPH = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes.',
];

describe('the reasons of a layout', () => {
  it('say why a line starts a paragraph or goes on with one', () => {
    const page = makePage();
    page.lines(60, 100, PARAGRAPH);
    page.lines(60, 150, PARAGRAPH);
    const decisions = decisionsOn(page.page());
    const told = decisions.filter((decision) => decision.startsWith('paragraph'));
    expect(told.map((decision) => decision.split(': ')[1])).toEqual([
      'goes on',
      'goes on',
      'starts',
      'goes on',
      'goes on',
    ]);
    // the names of two facts, which are others for other trees
    expect(told[0]).toMatch(/: first letter, [a-z ]+$/u);
    expect(told[2]).toBe('paragraph: starts: more space than the usual leading');
  });

  it('say why aligned text is no table', () => {
    const page = makePage();
    for (const [row, title] of ['Introduction', 'The first year', 'The second year', 'Results'].entries()) {
      page.text(60, 100 + 14 * row, title);
      page.text(400, 100 + 14 * row, String(3 + 4 * row));
    }
    expect(decisionsOn(page.page())).toContain('aligned table: no: a table of contents');
  });

  it('say why a short line may be no heading', () => {
    const page = makePage();
    page.text(60, 100, 'Table 3: The daily inflow', { bold: true });
    page.lines(60, 130, PARAGRAPH);
    expect(decisionsOn(page.page())).toContain('heading candidate: no: a caption');
  });

  it('do not change what a page becomes', () => {
    const page = makePage();
    page.lines(60, 100, PARAGRAPH);
    page.lines(60, 150, PARAGRAPH);
    const unobserved = layoutPage(page.page());
    const ignore = (): void => {};
    subscribe(DECISIONS, ignore);
    expect(layoutPage(page.page())).toEqual(unobserved);
    unsubscribe(DECISIONS, ignore);
  });
});
