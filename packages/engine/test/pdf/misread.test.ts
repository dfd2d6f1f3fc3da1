import { describe, expect, it } from 'vitest';
import { isMisread } from '../../src/pdf/trust/misread.ts';

describe('isMisread', () => {
  it.each(['l1ne', 'oi;+""ii', 'tbe^', 'ParticiPate', '.itorNEYS', 'Erkennt~zis', 'lllll', "»“«■'", 'ca;go', 'hrtn'])(
    'takes %s for no word of print',
    (word) => expect(isMisread(word)).toBe(true),
  );

  it.each([
    'science;',
    '2nd',
    '1990s',
    'https://doi.org/10.1017/CBO97',
    'racial/ethnic',
    'fee(s)',
    '…',
    '____',
    '),',
    'e.g.',
    'I',
  ])('takes %s for print', (word) => expect(isMisread(word)).toBe(false));
});
