import type { Job } from '../client.ts';
import { announce, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { type Query, type Sort } from '../routes.ts';
import { state, update, watch } from '../state.ts';
import { makeRow, type Row } from './row.ts';
import { setQuery } from './query.ts';
import { isDone, labelOf, nameOf } from './words.ts';

type Column = Sort | 'kind';

const COLUMNS: readonly (readonly [Column, string])[] = [
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

interface JobTable {
  readonly element: HTMLTableElement;
  readonly heads: ReadonlyMap<Column, HTMLTableCellElement>;
  readonly body: HTMLElement;
  /** The box that selects all. */
  readonly all: HTMLInputElement;
  /** By the IDs of their jobs. */
  readonly rows: Map<string, Row & { job: Job }>;
  /** Where a range of rows begins; -1 before the first press. */
  anchor: number;
}

/** The jobs of the state, one row each. Rows are kept while their job is listed, so that focus and selection stay. */
export function jobTable(): HTMLElement {
  const all = make('input', { type: 'checkbox', ariaLabel: 'Select all jobs' });
  const heads = new Map(COLUMNS.map(([name, label]) => [name, headCell(name, label)]));
  const select = make('th', { className: 'select', scope: 'col' }, make('label', {}, all));
  const body = make('tbody', { id: 'job-list' });
  const head = make('thead', {}, make('tr', {}, select, ...heads.values()));
  const element = make('table', { className: 'jobs', ariaLabel: 'Jobs' }, head, body);
  const table: JobTable = { element, heads, body, all, rows: new Map(), anchor: -1 };
  all.addEventListener('change', () =>
    update({ selected: new Set(all.checked ? state().jobs.map(({ id }) => id) : []) }),
  );
  body.addEventListener('click', (event) => selectRows(table, event));
  body.addEventListener('keydown', moveFocus);
  watch(['jobs'], () => showJobs(table));
  watch(['selected'], () => showSelection(table));
  watch(['route', 'session'], () => showSort(table));
  showJobs(table);
  showSort(table);
  return element;
}

function showJobs(table: JobTable): void {
  const { rows, body } = table;
  const { jobs } = state();
  const ids = new Set(jobs.map(({ id }) => id));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.element.remove();
    rows.delete(id);
  }
  jobs.forEach((job, at) => {
    const { element } = showJob(table, job);
    if (body.children[at] !== element) body.insertBefore(element, body.children[at] ?? null);
  });
  showSelection(table);
}

function showJob({ rows }: JobTable, job: Job): Row {
  const row = rows.get(job.id) ?? { ...makeRow(job.id), job };
  rows.set(job.id, row);
  if (!isDone(row.job) && isDone(job)) announce(`${nameOf(job)}: ${labelOf(job)}`);
  row.job = job;
  row.update(job);
  return row;
}

function showSelection({ rows, all }: JobTable): void {
  const { jobs, selected } = state();
  for (const [id, { box, element }] of rows) {
    box.checked = selected.has(id);
    element.classList.toggle('selected', selected.has(id));
  }
  const count = jobs.filter(({ id }) => selected.has(id)).length;
  all.checked = count > 0 && count === jobs.length;
  all.indeterminate = count > 0 && count < jobs.length;
}

function showSort({ element, heads }: JobTable): void {
  const { route, session } = state();
  if (route.name !== 'jobs') return;
  const { sort, ascending } = route.query;
  for (const [name, cell] of heads) {
    cell.ariaSort = sort === name ? (ascending ? 'ascending' : 'descending') : null;
    cell.querySelector('.icon')?.remove();
    if (sort === name) cell.querySelector('button')?.append(icon(ascending ? 'up' : 'down'));
  }
  element.classList.toggle('priced', session?.credits !== undefined);
}

/** Selects the job of the box that is pressed; with Shift, all from the one that was pressed before. */
function selectRows(table: JobTable, { target, shiftKey }: MouseEvent): void {
  if (!(target instanceof HTMLInputElement)) return;
  const at = [...table.body.children].indexOf(target.closest('tr')!);
  const other = shiftKey && table.anchor >= 0 ? table.anchor : at;
  table.anchor = at;
  const selected = new Set(state().selected);
  for (const { id } of state().jobs.slice(Math.min(other, at), Math.max(other, at) + 1)) {
    if (target.checked) selected.add(id);
    else selected.delete(id);
  }
  update({ selected });
}

function moveFocus(event: KeyboardEvent): void {
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector('a')?.focus();
}

function headCell(name: Column, label: string): HTMLTableCellElement {
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
