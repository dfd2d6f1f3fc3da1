import { squeeze } from './heading-truth.ts';

/** Letters of a truth, and after how many of them a paragraph, an item or a cell ends, or only a line. */
export interface Paragraphs {
  readonly letters: string;
  readonly ends: ReadonlySet<number>;
  readonly breaks: ReadonlySet<number>;
  /** Places in headings, from where they begin to where they end. */
  readonly headings: ReadonlySet<number>;
}

const FENCE = /^\s*(?:```|~~~)/u;
const HEADING = /^#{1,6}\s/u;
const MARKER = /^\s*(?:>\s*)*(?:[-*+]|\d+[.)]|#+)\s+/u;
const CELL_END = /<\/t[hd]>|(?<!\\)\|/u;
/** A chapter's number above its title is one heading of two lines, or two headings. */
const CHAPTER = /^Chapter \d+$/u;

/** Letters on either side by which a place is found, and fewest. */
const NEAR = 14;
const LEAST = 3;
const LEAST_APART = 6;
/** Letters of a label that the truth may have between both sides. */
const LABEL = 3;

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\]\([^)]*\)/gu, ']')
    .replaceAll(/\\(.)/gu, '$1')
    .replaceAll(/&\w+;/gu, '');

export function paragraphsOf(markdown: string): Paragraphs {
  const ends = new Set<number>();
  const breaks = new Set<number>();
  const headings = new Set<number>();
  let letters = '';
  let isCode = false;
  let isTable = false;
  const add = (text: string, after: Set<number>): void => {
    letters += squeeze(text);
    after.add(letters.length);
  };
  for (const line of markdown.split('\n')) {
    if (line.includes('<table')) isTable = true;
    if (FENCE.test(line)) {
      isCode = !isCode;
      ends.add(letters.length);
    } else if (isCode) add(line, line.trim() === '' ? breaks : new Set());
    else if (line.trim() === '') ends.add(letters.length);
    else if (isTable || line.startsWith('|')) for (const cell of line.split(CELL_END)) add(plain(cell), ends);
    else {
      if (MARKER.test(line)) ends.add(letters.length);
      const from = letters.length;
      for (const part of line.replace(MARKER, '').split(/<br\s*\/?>/u)) add(plain(part), breaks);
      if (HEADING.test(line)) {
        for (let at = from; at <= letters.length; at++) headings.add(at);
        ends.add(letters.length);
      }
    }
    if (line.includes('</table')) isTable = false;
  }
  ends.add(letters.length);
  return { letters, ends, breaks, headings };
}

function placesOf(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at + part.length);
  return found;
}

/** What the truth says of a line below another: whether it goes on, and whether a heading stands there. */
export interface Answer {
  /** Nothing where the truth has both in one paragraph and breaks the line. */
  readonly goesOn: boolean | undefined;
  readonly isHeading: boolean;
}

/**
 * Whether a line goes on with the one above in the truth: their letters follow each other there within a paragraph.
 * Nothing where the truth lacks them, or has them more than once in different ways.
 */
export function answerOf(truth: Paragraphs, above: string, text: string, label = ''): Answer | undefined {
  if (CHAPTER.test(above)) return undefined;
  const unlabelled = squeeze(text.startsWith(label) ? text.slice(label.length) : text).slice(0, NEAR);
  const end = squeeze(above).slice(-NEAR);
  if (end.length < LEAST || unlabelled.length < LEAST) return undefined;
  const places = placesOf(truth.letters, end);
  const isHeading = places.some((place) => truth.headings.has(place));
  const answers = new Set<boolean | undefined>();
  for (const place of places) {
    const starts = [squeeze(text).slice(0, NEAR), ...Array<string>(LABEL + 1).fill(unlabelled)];
    const at = starts.findIndex((start, index) => truth.letters.startsWith(start, place + Math.max(0, index - 1)));
    if (at < 0) continue;
    const between = Array.from({ length: Math.max(1, at) }, (_, index) => place + index);
    const ends = between.some((each) => truth.ends.has(each));
    answers.add(ends ? false : between.some((each) => truth.breaks.has(each)) ? undefined : true);
  }
  const [answer] = answers;
  if (answers.size > 1) return undefined;
  if (answers.size === 1) return { goesOn: answer, isHeading };
  const areApart =
    Math.min(end.length, unlabelled.length) >= LEAST_APART && places.length > 0 && truth.letters.includes(unlabelled);
  return areApart ? { goesOn: false, isHeading } : undefined;
}
