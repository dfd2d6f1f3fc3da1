/** A formula that a cell may share with others (18.3.1.40), as it reads there. */
export type SharedFormulas = (text: string, id: string | undefined, row: number, column: number) => string;

/** Shared formulas by their ids: the first cell has the text, the others only the id. */
export function createSharedFormulas(): SharedFormulas {
  const known = new Map<string, { readonly text: string; readonly row: number; readonly column: number }>();
  return (text, id, row, column) => {
    if (id === undefined) return text;
    if (text !== '') known.set(id, { text, row, column });
    const first = known.get(id);
    return first ? moved(first.text, row - first.row, column - first.column) : text;
  };
}

/**
 * Texts, names of sheets in quotes, and references to cells, which no letter, bracket or sign of a function follows.
 */
const PARTS = /"[^"]*"|'[^']*'|(?<![\w.])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(!])/g;

/** A formula moved to another cell: relative references move along. */
function moved(text: string, down: number, right: number): string {
  if (down === 0 && right === 0) return text;
  return text.replaceAll(PARTS, (...[part, ...groups]: readonly string[]) => {
    const [fixedColumn = '', letters, fixedRow = '', digits = ''] = groups as readonly (string | undefined)[];
    if (letters === undefined) return part!;
    const column = fixedColumn === '' ? nameOf(numberOf(letters) + right) : letters;
    const row = fixedRow === '' ? Number(digits) + down : digits;
    return `${fixedColumn}${column}${fixedRow}${row}`;
  });
}

function numberOf(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function nameOf(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? nameOf(rest) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}
