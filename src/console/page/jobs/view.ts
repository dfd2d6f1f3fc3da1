import { attempt, button, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { dropZone } from '../intake/drop-zone.ts';
import { NEWEST } from '../routes.ts';
import { state, update, watch } from '../state.ts';
import { loadMore } from './list.ts';
import { setQuery } from './query.ts';
import { jobTable } from './table.ts';
import { jobToolbar } from './toolbar.ts';

/** The list of jobs: what the console shows first. */
export function jobsView(): HTMLElement {
  const toolbar = jobToolbar();
  const table = jobTable();
  const more = button('Load more', loadMore, 'plain more');
  const none = make('div', { className: 'empty' });
  const among = make('p', { className: 'hint among' });
  const area = make('div', { className: 'list' }, table, none, more, among);
  // The next page is asked for before its place is reached.
  new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) void attempt(loadMore);
    },
    { rootMargin: '300px' },
  ).observe(more);
  const show = (): void => {
    const { jobs, listed, next, route, sortedAmong } = state();
    if (route.name !== 'jobs') return;
    const { search, status } = route.query;
    const filtered = search !== '' || status !== '';
    const empty = listed && jobs.length === 0;
    toolbar.hidden = empty && !filtered;
    table.hidden = empty;
    more.hidden = next === undefined;
    among.textContent =
      next === undefined && sortedAmong !== undefined ? `Sorted among the newest ${sortedAmong} jobs.` : '';
    none.hidden = !empty;
    const kind = !empty ? '' : filtered ? 'no-match' : 'first';
    if (none.dataset['kind'] === kind) return;
    none.dataset['kind'] = kind;
    none.replaceChildren(...(kind === 'first' ? firstSteps() : kind === 'no-match' ? noMatch() : []));
  };
  watch(['jobs', 'listed', 'next', 'route'], show);
  show();
  const title = make('h1', { id: 'jobs-title', className: 'quiet' }, 'Jobs');
  return make('section', { id: 'jobs', ariaLabel: 'Jobs' }, title, toolbar, area);
}

const firstSteps = (): HTMLElement[] => [
  make('h2', {}, 'Convert your first document'),
  make('p', {}, 'PDF, Word, Excel, PowerPoint, images, mail, web pages and more become Markdown.'),
  dropZone(),
  button('Enter a URL instead', () => update({ adding: true }), 'link'),
];

const noMatch = (): HTMLElement[] => [
  make('p', { className: 'mark' }, icon('search')),
  make('h2', {}, 'No job matches'),
  make('p', {}, 'No job has this name and status.'),
  button('Show all jobs', () => setQuery(NEWEST), 'plain'),
];
