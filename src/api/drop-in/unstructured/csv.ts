import type { Element } from './elements.ts';

/** Characters that have no place in a cell. */
const LEFT_OUT = new Set(['coordinates', 'orig_elements', 'image_base64']);

/** A row for each element, with columns for all metadata that any of them has. */
export function writeCsv(elements: readonly Element[]): string {
  const found = new Set(elements.flatMap(({ metadata }) => Object.keys(metadata)));
  const names = [...found].filter((name) => !LEFT_OUT.has(name));
  const rows = elements.map(({ type, element_id: id, text, metadata }) => [
    type,
    id,
    text,
    ...names.map((name) => writeCell(metadata[name])),
  ]);
  return [['type', 'element_id', 'text', ...names], ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

const writeCell = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
