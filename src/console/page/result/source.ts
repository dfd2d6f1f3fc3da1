import { make } from '../dom.ts';

/** The Markdown by its lines, which have numbers and say which part of it they are. */
export function sourceView(markdown: string): HTMLElement {
  let from = 0;
  const lines = markdown
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => {
      const to = from + line.length;
      const element = make(
        'div',
        { data: { from: `${from}`, to: `${Math.max(to, from + 1)}`, line: `${at + 1}` } },
        line || '\n',
      );
      from = to + 1;
      return element;
    });
  const element = make(
    'div',
    { className: 'source', tabIndex: 0, role: 'region', ariaLabel: 'Markdown source' },
    ...lines,
  );
  element.style.setProperty('--digits', `${Math.max(2, String(lines.length).length)}ch`);
  return element;
}
