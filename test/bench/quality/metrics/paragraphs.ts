/** What became of the paragraphs of a document. */
export interface Split {
  /** Long paragraphs and items of the truth that one block of the Markdown holds whole. */
  readonly whole: number;
  /** The beginnings of those whose words stand there in one row, but in several blocks. */
  readonly split: readonly string[];
  /** Neighbouring blocks of the truth that are not in one block. */
  readonly apart: number;
  /** The seams of those that are. */
  readonly joined: readonly string[];
}

interface Piece {
  readonly text: string;
  /** Its letters and digits, in lower case. */
  readonly letters: string;
  /** A cell or code; not text. */
  readonly isOther: boolean;
}

/** In letters: shorter paragraphs and neighbours are not looked at, and so much is compared on each side of a seam. */
const LETTERS = { paragraph: 80, neighbour: 20, side: 40 };
/** Letters at the beginning that may be a label. */
const LABEL = 5;
/** So much of a place is shown. */
const SHOWN = 60;

const lettersOf = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?\w[^>]*>|&\w+;|\[\^[^\]]*\]:?/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The cells, items, headings and paragraphs of a document, in their order. */
function piecesOf(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (texts: readonly string[], isOther: boolean): void => {
    for (const text of texts) {
      const letters = lettersOf(text);
      if (letters) pieces.push({ text, letters, isOther });
    }
  };
  for (const block of markdown.split(/\n\s*\n/)) {
    if (/^\s*\|/.test(block)) add(block.split(/[|\n]/), true);
    else if (/<t[dhr]\b/.test(block)) add(block.split(/<\/?t[dhr][^>]*>/), true);
    else if (block.startsWith('```')) add([block], true);
    else add(block.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)/), false);
  }
  return pieces;
}

/** Compares where the paragraphs of a Markdown document begin and end with those of its truth. */
export function splitAndJoined(truth: string, markdown: string): Split {
  const expected = piecesOf(truth);
  const actual = piecesOf(markdown);
  const all = actual.map(({ letters }) => letters).join('');
  const apart = actual.map(({ letters }) => letters).join('\n');
  const texts = actual.filter(({ isOther }) => !isOther).map(({ letters }) => letters);
  const inOneText = texts.join('\n');
  let whole = 0;
  const split: string[] = [];
  for (const { text, letters, isOther } of expected) {
    if (isOther || letters.length < LETTERS.paragraph) continue;
    const body = letters.slice(LABEL);
    if (apart.includes(body)) whole += 1;
    else if (all.includes(body)) split.push(text.slice(0, SHOWN));
  }
  let neighbours = 0;
  const joined: string[] = [];
  expected.forEach((above, index) => {
    const below = expected[index + 1];
    if (!below || above.isOther || below.isOther) return;
    if (Math.min(above.letters.length, below.letters.length) < LETTERS.neighbour) return;
    if (inOneText.includes(above.letters.slice(-LETTERS.side) + below.letters.slice(0, LETTERS.side)))
      joined.push(`${above.text.slice(-SHOWN)} // ${below.text.slice(0, SHOWN)}`);
    else neighbours += 1;
  });
  return { whole, split, apart: neighbours, joined };
}
