import { make } from '../dom.ts';
import { icon } from '../icons.ts';
import { state, watch } from '../state.ts';
import { setQuery } from './query.ts';
import { selectionActions } from './selection.ts';

const STATUSES: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['active', 'Active'],
  ['succeeded', 'Succeeded'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['expired', 'Expired'],
];
const TYPING_MS = 200;

/** Search and status above the table; in their place, what can be done with the jobs that are selected. */
export function jobToolbar(): HTMLElement {
  const search = make('input', {
    id: 'search',
    type: 'search',
    placeholder: 'Search by name',
    ariaLabel: 'Search jobs by name',
  });
  let typing = 0;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: search.value.trim() }), TYPING_MS);
  });
  const statuses = STATUSES.map(([value, label]) => {
    const choice = make('button', { type: 'button', data: { status: value } }, label);
    choice.addEventListener('click', () => change({ status: value }));
    return choice;
  });
  const filter = make(
    'form',
    { id: 'filter' },
    make('span', { className: 'search' }, icon('search'), search),
    make('div', { className: 'segments', role: 'group', ariaLabel: 'Show jobs by status' }, ...statuses),
  );
  filter.role = 'search';
  filter.addEventListener('submit', (event) => event.preventDefault());
  const actions = make('div', { id: 'selection', role: 'toolbar', ariaLabel: 'Selected jobs' });
  const show = (): void => {
    const { route, selected } = state();
    if (route.name !== 'jobs') return;
    if (document.activeElement !== search) search.value = route.query.search;
    for (const choice of statuses) choice.ariaPressed = String(choice.dataset['status'] === route.query.status);
    filter.hidden = selected.size > 0;
    actions.hidden = selected.size === 0;
    if (selected.size > 0) actions.replaceChildren(...selectionActions());
  };
  watch(['route', 'selected', 'jobs'], show);
  show();
  return make('div', { className: 'toolbar' }, filter, actions);
}

function change(part: { readonly search?: string; readonly status?: string }): void {
  const { route } = state();
  if (route.name !== 'jobs') return;
  setQuery({ ...route.query, ...part });
}
