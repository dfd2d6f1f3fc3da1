import type { Job } from '../client.ts';
import { announce, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { type Query, type Sort } from '../routes.ts';
import { state, update, watch } from '../state.ts';
import { makeRow, type Row } from './row.ts';
import { setQuery } from './query.ts';
import { isDone, labelOf, nameOf } from './words.ts';

const COLUMNS: readonly (readonly [Sort | 'kind', string])[] = [
  ['name', 'Name'],
  ['kind', 'Kind'],
  ['pages', 'Pages'],
  ['status', 'Status'],
  ['warnings', 'Warnings'],
  ['created', 'Created'],
  ['duration', 'Duration'],
  ['credits', 'Credits'],
];
const NUMBERS = new Set(['pages', 'warnings', 'duration', 'credits']);

/** The jobs of the state, one row each. Rows are kept while their job is listed, so that focus and selection stay. */
export function jobTable(): HTMLElement {
  const rows = new Map<string, Row & { job: Job }>();
  const all = make('input', { type: 'checkbox', ariaLabel: 'Select all jobs' });
  const heads = COLUMNS.map(([name, label]) => ({ name, cell: headCell(name, label) }));
  const select = make('th', { className: 'select', scope: 'col' }, make('label', {}, all));
  const body = make('tbody', { id: 'job-list' });
  const head = make('thead', {}, make('tr', {}, select, ...heads.map(({ cell }) => cell)));
  const element = make('table', { className: 'jobs', ariaLabel: 'Jobs' }, head, body);
  let last = -1;

  const show = (): void => {
    const { jobs } = state();
    const ids = new Set(jobs.map(({ id }) => id));
    for (const [id, row] of rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    jobs.forEach((job, at) => {
      let row = rows.get(job.id);
      if (!row) rows.set(job.id, (row = { ...makeRow(job.id), job }));
      else if (!isDone(row.job) && isDone(job)) announce(`${nameOf(job)}: ${labelOf(job)}`);
      row.job = job;
      row.update(job);
      if (body.children[at] !== row.element) body.insertBefore(row.element, body.children[at] ?? null);
    });
    mark();
  };
  const mark = (): void => {
    const { jobs, selected } = state();
    for (const [id, { box, element: row }] of rows) {
      box.checked = selected.has(id);
      row.classList.toggle('selected', selected.has(id));
    }
    const chosen = jobs.filter(({ id }) => selected.has(id)).length;
    all.checked = chosen > 0 && chosen === jobs.length;
    all.indeterminate = chosen > 0 && chosen < jobs.length;
  };
  const showSort = (): void => {
    const { route, session } = state();
    if (route.name !== 'jobs') return;
    for (const { name, cell } of heads) {
      const sorted = route.query.sort === name;
      cell.ariaSort = sorted ? (route.query.ascending ? 'ascending' : 'descending') : null;
      cell.querySelector('.icon')?.remove();
      if (sorted) cell.querySelector('button')?.append(icon(route.query.ascending ? 'up' : 'down'));
    }
    element.classList.toggle('priced', session?.credits !== undefined);
  };

  all.addEventListener('change', () =>
    update({ selected: new Set(all.checked ? state().jobs.map(({ id }) => id) : []) }),
  );
  body.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const at = [...body.children].indexOf(target.closest('tr')!);
    const [from, to] = event.shiftKey && last >= 0 ? [Math.min(last, at), Math.max(last, at)] : [at, at];
    last = at;
    const selected = new Set(state().selected);
    for (const { id } of state().jobs.slice(from, to + 1)) {
      if (target.checked) selected.add(id);
      else selected.delete(id);
    }
    update({ selected });
  });
  body.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    const next = step === 1 ? row?.nextElementSibling : step === -1 ? row?.previousElementSibling : undefined;
    if (!next) return;
    event.preventDefault();
    next.querySelector('a')?.focus();
  });
  watch(['jobs'], show);
  watch(['selected'], mark);
  watch(['route', 'session'], showSort);
  show();
  showSort();
  return element;
}

function headCell(name: Sort | 'kind', label: string): HTMLTableCellElement {
  const cell = make('th', { scope: 'col', className: NUMBERS.has(name) ? 'number' : '', data: { column: name } });
  if (name === 'kind') {
    cell.append(label);
    return cell;
  }
  const sort = make('button', { type: 'button', className: 'sort' }, label);
  sort.addEventListener('click', () => {
    const { route } = state();
    if (route.name === 'jobs') setQuery(sortedBy(route.query, name));
  });
  cell.append(sort);
  return cell;
}

/** Text from A first, numbers and times from the largest; a second press turns it round. */
function sortedBy(query: Query, sort: Sort): Query {
  const first = sort === 'name' || sort === 'status';
  return { ...query, sort, ascending: query.sort === sort ? !query.ascending : first };
}
