import { describe, expect, it } from 'vitest';
import { warningsHeader } from '../../src/api/convert/warnings-header.ts';
import { summarizeWarnings, WARNING_EXAMPLES } from '../../src/resource/warnings.ts';

/** A list of tokens with an optional string, a flag and an integer (RFC 9651, section 3.1). */
const MEMBER = /^[a-z][a-z-]*(?:;pages="[\d,-]+"(?:;more)?)?;count=\d{1,15}$/;

describe('warningsHeader', () => {
  it('lists kinds with their pages, the most serious first', () => {
    const warnings = summarizeWarnings([
      { kind: 'document-repaired', count: 1 },
      { kind: 'low-ocr-confidence', page: 7, count: 1 },
      { kind: 'low-ocr-confidence', page: 2, count: 1 },
      { kind: 'low-ocr-confidence', page: 3, count: 1 },
    ]);
    expect(warningsHeader(warnings)).toBe('low-ocr-confidence;pages="2-3,7";count=3, document-repaired;count=1');
  });

  it('is short and valid for every kind on every other page of a long document', () => {
    const facts = WARNING_EXAMPLES.flatMap(({ kind }) =>
      Array.from({ length: 5000 }, (_, index) => ({ kind, page: 100_001 + 2 * index, count: 1 })),
    );
    const header = warningsHeader(summarizeWarnings(facts))!;
    expect(header).toContain('page-unreadable;pages="100001,100003";more;');
    expect(header.split(', ').filter((member) => !MEMBER.test(member))).toEqual([]);
    expect(header.length).toBeLessThan(2048);
  });

  it('lists at most four intervals of a kind', () => {
    const facts = [1, 3, 5, 7, 9].map((page) => ({ kind: 'low-ocr-confidence' as const, page, count: 1 }));
    expect(warningsHeader(summarizeWarnings(facts))).toBe('low-ocr-confidence;pages="1,3,5,7";more;count=5');
  });

  it('is absent without warnings', () => {
    expect(warningsHeader(undefined)).toBeUndefined();
    expect(warningsHeader([])).toBeUndefined();
  });
});
