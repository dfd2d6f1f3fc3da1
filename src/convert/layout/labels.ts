import type { Label } from './page-model.ts';
import type { Piece, Segment } from './piece.ts';

const BULLETS =
  /^[█◼◾◻•\u{FFFD}◦▪▫■□●○◆◇►▶▸▹‣⁃∙·–—➢➤➔✓✔❖★☆\u{F0B7}\u{F0A7}\u{F0D8}\u{F076}\u{F0FC}\u{F0A8}\u{F06E}\u{F071}\u{F02D}*-]$/u;
const CHECKS: Readonly<Record<string, boolean>> = {
  '☐': false,
  '☑': true,
  '☒': true,
  '\u{F0A3}': false,
  '\u{F06F}': false,
  '\u{F0FE}': true,
};
const DECIMAL = /^\(?(\d{1,3})[.):]$/;
const REFERENCE = /^\[(\d{1,3}|[\p{L}+]{1,12}\d{2}[a-z]?)\]$/u;
const ALPHA = /^\(?([a-zA-Z])[.)]$/;
const ROMAN = /^\(?([ivxl]{1,6}|[IVXL]{1,6})[.)]$/;
const SECTION = /^(?:§\s?)?((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){1,4})\.?$/;
const PLAIN_NUMBER = /^(\d{1,2})$/;
const WORD = /^(?:chapter|part|section|appendix|annex|article|schedule|exhibit|step|lesson|unit|module)$/i;

export function isBullet(piece: Piece): boolean {
  return (
    BULLETS.test(piece.text) ||
    piece.text in CHECKS ||
    (piece.text === 'o' && piece.mono) ||
    (piece.symbolic && piece.text.length === 1 && !/[\p{L}\p{N}([{]/u.test(piece.text))
  );
}

/** A bullet that nothing else than a list begins with: dashes and stars may as well stand in text or mark a note. */
export const isPlainBullet = (piece: Piece): boolean => isBullet(piece) && !/^[-–—·*]$/.test(piece.text);

export function romanValue(text: string): number {
  const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
  let sum = 0;
  const lower = text.toLowerCase();
  for (let index = 0; index < lower.length; index += 1) {
    const value = digits[lower[index]!] ?? 0;
    sum += value < (digits[lower[index + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}

/** What a word at the start of a line labels, if it has the form of a label. `textX` is where the next word starts. */
export function labelOf(piece: Piece, textX: number): Label | undefined {
  const text = piece.text;
  if (piece.script) return undefined;
  if (text in CHECKS) return { text, kind: 'check', textX, checked: CHECKS[text]! };
  if (isBullet(piece)) return { text: /[\u{E000}-\u{F8FF}]/u.test(text) ? '•' : text, kind: 'bullet', textX };
  const decimal = DECIMAL.exec(text);
  if (decimal) return { text, kind: 'decimal', values: [Number(decimal[1])], textX };
  const reference = REFERENCE.exec(text);
  if (reference) return { text, kind: 'reference', values: [Number.parseInt(reference[1]!, 10) || 0], textX };
  const section = SECTION.exec(text);
  if (section)
    return {
      text,
      kind: 'section',
      values: section[1]!.split('.').map((part) => (/\d/.test(part) ? Number(part) : part.charCodeAt(0) - 64)),
      textX,
    };
  const roman = ROMAN.exec(text);
  if (roman && (roman[1]!.length > 1 || /[ivx]/i.test(roman[1]!)))
    return { text, kind: 'roman', values: [romanValue(roman[1]!)], textX };
  const alpha = ALPHA.exec(text);
  if (alpha) return { text, kind: 'alpha', values: [alpha[1]!.toLowerCase().charCodeAt(0) - 96], textX };
  const number = PLAIN_NUMBER.exec(text);
  if (number) return { text, kind: 'section', values: [Number(number[1])], textX };
  if (WORD.test(text)) return { text, kind: 'word', textX };
  return undefined;
}

/** The label that a line starts with, told apart from its text by white space. */
export function lineLabel(line: Segment): Label | undefined {
  const first = line.pieces[0]!;
  const second = line.pieces[1];
  if (!second) return undefined;
  if (first.script === 'sup' && /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])$/.test(first.text))
    return { text: first.text, kind: 'note', textX: second.x0 };
  const label =
    labelOf(first, second.x0) ??
    (first.text === 'o' && second.x0 - first.x1 > 0.7 * line.size
      ? { text: 'o', kind: 'bullet' as const, textX: second.x0 }
      : undefined);
  if (!label || label.kind === 'word') return undefined;
  const gap = second.x0 - first.x1;
  if (gap < 0.12 * line.size && !second.space && !first.label) return undefined;
  // a number alone is a label only when it stands clear of its text
  if (label.kind === 'section' && label.values!.length === 1 && gap < 0.55 * line.size) return undefined;
  if (
    (label.text === '-' || label.text === '–' || label.text === '—' || label.text === '*' || label.text === '·') &&
    second.text.length === 1 &&
    line.pieces.length === 2
  )
    return undefined;
  return label;
}

/** True when the segment is nothing but a label, to which the text at its right belongs. */
export function isLabelAlone(segment: Segment): boolean {
  if (segment.pieces.length !== 1) return false;
  const label = labelOf(segment.pieces[0]!, 0);
  return label !== undefined && label.kind !== 'word';
}
