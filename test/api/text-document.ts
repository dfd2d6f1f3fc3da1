/** A plain text of so many pages, as pages are counted for formats without any: 3,000 characters each. Every page names itself. */
export function textOf(pages: number, name = 'Page'): string {
  return Array.from({ length: pages }, (_, i) => `${name} ${i + 1} ${'lorem ipsum dolor sit amet '.repeat(200)}`.slice(0, 2998)).join('\n\n');
}
