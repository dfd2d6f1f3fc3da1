import { writeIntervals } from './ranges.ts';

/** The kind of words that were taken from the converter class. */
export const TAKEN = 'reading-taken';

/** One thing that a converter dropped or doubted. */
export interface WarningFact {
  readonly kind: string;
  readonly page?: number;
  readonly count: number;
  readonly detail?: string;
}

/** Warnings of one kind about a converted document, with the pages to look at. */
export interface WarningSummary {
  /** Stable, kebab-case. */
  readonly kind: string;
  /** Interval string, such as `2-3,7`; absent where the warning is about the whole document. */
  readonly pages?: string;
  /** How many times in the document. */
  readonly count: number;
  /** A sentence. */
  readonly message: string;
}

/**
 * The meaning of each kind, most serious first. `#` stands for the pages, `$` for what the details of the facts name.
 * Kinds that are not listed are only notes of the converter.
 */
const MESSAGES: Readonly<Record<string, string>> = {
  'page-unreadable': 'Could not read #.',
  'page-not-drawn': 'Could not draw # to read it by OCR.',
  'page-without-text': 'Found no text on #, because OCR is off.',
  'no-text-found': 'Found no text on #.',
  'ocr-unreadable':
    'OCR could not read #, so its text was left out. If it is print, install the data of its language, and convert again.',
  'empty-document': 'Found no text in the document.',
  'doubtful-text': 'The text of # may be wrong, because the text layer does not look like writing. Check it.',
  handwriting: 'The text of # was recognized from handwriting, and may be wrong. Check it.',
  'text-layer-replaced': 'The text layer of # does not match what is shown, so OCR was used. Check the text.',
  'text-layer-unmapped': 'The document does not say what the characters on # mean, so OCR was used. Check the text.',
  'unmapped-glyphs': 'The document does not say what some characters on # mean. Check them.',
  'low-ocr-confidence': 'OCR was not sure of the text of #. Check it.',
  [TAKEN]: 'Words of # that OCR doubted were taken from the converter class. Check them.',
  'reading-not-given': 'The converter class gave no text for #, of which OCR was not sure.',
  'text-not-placed': 'Some text of # could not be placed, and is missing. Check it.',
  'ocr-left-out': 'Left out lines of # that OCR could not read, such as stamps or handwriting.',
  'ocr-language':
    'The text of # looks like a language that OCR has no data for ($). Install the data (scriptorium ocr add $), and convert again.',
  'image-skipped': 'Skipped images that are too large on #.',
  'cell-truncated': 'Cut the text of long cells on #.',
  'repetition-left-out': 'Wrote rows and cells that are repeated very often only once on #.',
  'embedded-document-left-out': 'Left out documents that are embedded on #, because they cannot be converted there.',
  'number-format-unknown':
    'Could not apply the number formats of some cells on #. Their numbers are written as they are stored.',
  'formula-without-value':
    'Some formulas on # have no stored result and could not be computed. The formulas themselves are written.',
  'pivot-table-left-out': 'Left out pivot tables on #, because their results are not stored.',
  'document-repaired': 'The document is damaged and was repaired. Some content may be missing.',
  'message-encrypted': 'The message is encrypted. Only what stands outside of the encryption was converted.',
  'memo-left-out': 'Left out memos, which the database keeps in another file.',
  'hidden-sheet-left-out': 'Left out hidden sheets.',
  'hidden-slide-left-out': 'Left out hidden slides.',
  'hidden-text-left-out': 'Left out hidden text of #.',
  'option-left-out': 'Left out what menus on # offer beyond what is chosen in them.',
  'navigation-left-out': 'Left out navigation and notices around the content of #.',
  'comment-left-out': 'Left out comments on #.',
  'running-lines': 'Left out headers, footers and page numbers on #.',
  'line-numbers': 'Left out the numbers of lines in the margin of #.',
};
const KINDS = Object.keys(MESSAGES);

/** Kinds that say what was done as intended, and ask nobody to check anything. */
const NOTES: ReadonlySet<string> = new Set([
  'hidden-sheet-left-out',
  'hidden-slide-left-out',
  'hidden-text-left-out',
  'option-left-out',
  'navigation-left-out',
  'comment-left-out',
  'running-lines',
  'line-numbers',
]);

export const isNote = (kind: string): boolean => NOTES.has(kind);

/** Pages that a message lists; the intervals of a scan with a flaw on every other page would fill it. */
const MOST_INTERVALS = 8;

/** Each kind with its message for page 3, most serious first. */
export const WARNING_EXAMPLES: readonly Pick<WarningSummary, 'kind' | 'message'>[] = Object.entries(MESSAGES).map(
  ([kind, message]) => ({ kind, message: message.replace('#', placeOf('3', 1)).replaceAll('$', 'deu') }),
);

/** The warnings that concern a user, one for each kind, most serious first. */
export function summarizeWarnings(warnings: readonly WarningFact[]): WarningSummary[] {
  return KINDS.flatMap((kind): WarningSummary[] => {
    const same = warnings.filter((warning) => warning.kind === kind);
    if (same.length === 0) return [];
    const numbers = [...new Set(same.flatMap(({ page }) => (page === undefined ? [] : [page])))].sort((a, b) => a - b);
    const pages = writeIntervals(numbers.map((page) => ({ start: page, end: page })));
    const count = same.reduce((sum, warning) => sum + warning.count, 0);
    const details = [...new Set(same.flatMap(({ detail }) => detail ?? []))].join(' ');
    const message = MESSAGES[kind]!.replace('#', placeOf(pages, numbers.length)).replaceAll('$', () => details);
    return [{ kind, ...(numbers.length > 0 ? { pages } : {}), count, message }];
  });
}

function placeOf(pages: string, count: number): string {
  if (count === 0) return 'the document';
  const intervals = pages.split(',');
  const listed = intervals.slice(0, MOST_INTERVALS).join(', ').replaceAll('-', '–');
  return `${count === 1 ? 'page' : 'pages'} ${listed}${intervals.length > MOST_INTERVALS ? ' and others' : ''}`;
}
