import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { readDocument } from '../make/read.ts';
import { makeSource } from '../make/source.ts';
import { isNote, summarizeWarnings } from '../../src/resource/warnings.ts';

describe('warnings in plain words', () => {
  it('name the pages once for each kind, the most serious kind first', () => {
    expect(
      summarizeWarnings([
        { kind: 'running-lines', page: 2, count: 2 },
        { kind: 'doubtful-text', page: 5, count: 1 },
        { kind: 'low-ocr-confidence', page: 7, count: 12, detail: 'mean confidence 61 of 100' },
        { kind: 'low-ocr-confidence', page: 3, count: 4 },
        { kind: 'low-ocr-confidence', page: 2, count: 1 },
        { kind: 'read-by-ocr', page: 1, count: 1 },
      ]),
    ).toEqual([
      {
        kind: 'doubtful-text',
        pages: '5',
        count: 1,
        message: 'The text of page 5 may be wrong, because the text layer does not look like writing. Check it.',
      },
      {
        kind: 'low-ocr-confidence',
        pages: '2-3,7',
        count: 17,
        message: 'OCR was not sure of the text of pages 2–3, 7. Check it.',
      },
      { kind: 'running-lines', pages: '2', count: 2, message: 'Left out headers, footers and page numbers on page 2.' },
    ]);
  });

  it('name what is left out because it is hidden, as a note', async () => {
    const book = utils.book_new();
    for (const name of ['Shown', 'Kept back']) utils.book_append_sheet(book, utils.aoa_to_sheet([[name]]), name);
    book.Workbook = { Sheets: [{}, { Hidden: 1 }] };
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const { markdown, summary } = await readDocument(makeSource(bytes));
    expect(markdown).not.toContain('Kept');
    expect(summarizeWarnings(summary.warnings)).toMatchObject([
      { kind: 'hidden-sheet-left-out', count: 1, message: 'Left out hidden sheets.' },
    ]);
    expect(isNote('hidden-sheet-left-out')).toBe(true);
  });

  it('name the languages that lack data', () => {
    const fact = (page: number, detail: string): object => ({ kind: 'ocr-language', page, count: 1, detail });
    const facts = [fact(3, 'fra'), fact(4, 'deu'), fact(5, 'fra')] as Parameters<typeof summarizeWarnings>[0];
    expect(summarizeWarnings(facts)[0]?.message).toBe(
      'The text of pages 3–5 looks like a language that OCR has no data for (fra deu). ' +
        'Install the data (scriptorium ocr add fra deu), and convert again.',
    );
  });

  it('speak of the document where no page is named, and do not list pages without end', () => {
    const [repaired] = summarizeWarnings([{ kind: 'document-repaired', count: 1 }]);
    expect(repaired).not.toHaveProperty('pages');
    const every = Array.from({ length: 30 }, (_, i) => ({ kind: 'no-text-found', page: 2 * i + 1, count: 1 }));
    expect(summarizeWarnings(every)[0]?.message).toBe('Found no text on pages 1, 3, 5, 7, 9, 11, 13, 15 and others.');
  });
});
