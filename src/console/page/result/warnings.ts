import { make } from '../dom.ts';

/** As the list of a job's warnings has them. */
export interface Warning {
  readonly kind: string;
  readonly pages?: string;
  readonly count: number;
  readonly message: string;
  readonly severity?: 'warning' | 'note';
}

export const isNote = ({ severity }: Warning): boolean => severity === 'note';

/** Warnings, most serious first, then notes. A press on a page goes there. */
export function warningList(warnings: readonly Warning[], goTo?: (page: number) => void): HTMLElement {
  const part = (title: string, some: readonly Warning[], className: string): HTMLElement[] =>
    some.length === 0
      ? []
      : [
          make('h2', {}, title),
          make('ul', { className: `messages ${className}` }, ...some.map((warning) => item(warning, goTo))),
        ];
  return make(
    'div',
    { className: 'sheet-of-facts' },
    ...part(
      'Warnings',
      warnings.filter((warning) => !isNote(warning)),
      'warnings-list',
    ),
    ...part('Notes', warnings.filter(isNote), 'notes-list'),
  );
}

const MOST_PAGES = 12;

function item({ message, pages, count }: Warning, goTo: ((page: number) => void) | undefined): HTMLElement {
  const times = count > 1 ? [make('span', { className: 'hint' }, `${count.toLocaleString()} times`)] : [];
  const starts = (pages ?? '').split(',').filter(Boolean);
  const links = goTo
    ? starts.slice(0, MOST_PAGES).map((interval) => {
        const text = interval.replace('-', '–');
        const go = make('button', { type: 'button', className: 'link', ariaLabel: `Go to page ${text}` }, text);
        go.addEventListener('click', () => goTo(Number.parseInt(interval, 10)));
        return go;
      })
    : [];
  const places = links.length > 0 ? [make('span', { className: 'places' }, 'Go to ', ...links)] : [];
  return make('li', {}, make('p', {}, message), ...times, ...places);
}
