import { describe, expect, it } from 'vitest';
import { splitAndJoined } from './paragraphs.ts';

const FIRST =
  'The harbour keeps a list of all lamps, which is read aloud on the first day of each month by the keeper.';
const SECOND =
  'No lamp is lit that is not on it, unless the keeper and both of the pilots agree that it is needed at once.';
const TRUTH = `${FIRST}\n\n${SECOND}\n`;

describe('paragraphs of a document', () => {
  it('are whole in the same document', () => {
    expect(splitAndJoined(TRUTH, TRUTH)).toEqual({ whole: 2, split: [], apart: 1, joined: [] });
  });

  it('are whole in items and cells too', () => {
    expect(splitAndJoined(TRUTH, `| ${FIRST} | 1 |\n| - | - |\n\n- *${SECOND}*\n`).whole).toBe(2);
  });

  it('are split where a blank line stands within them', () => {
    const found = splitAndJoined(TRUTH, TRUTH.replace(' which', '\n\nwhich'));
    expect(found).toEqual({ whole: 1, split: [FIRST.slice(0, 60)], apart: 1, joined: [] });
  });

  it('are joined where none stands between them', () => {
    const found = splitAndJoined(TRUTH, `${FIRST} ${SECOND}\n`);
    expect(found).toMatchObject({ whole: 2, split: [], apart: 0 });
    expect(found.joined).toHaveLength(1);
  });

  it('are not counted where words are missing', () => {
    expect(splitAndJoined(TRUTH, SECOND)).toMatchObject({ whole: 1, split: [] });
  });
});
