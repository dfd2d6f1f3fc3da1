import { button, byId, counted, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { state, update, watch, type State } from '../state.ts';
import { dropZone } from './drop-zone.ts';
import { optionForm } from './options.ts';
import { addUrl, isWithoutPassword, startAll } from './staged.ts';
import { stagedRow, type StagedRow } from './staged-row.ts';

/** The documents of the panel. */
interface List {
  readonly element: HTMLElement;
  readonly rows: Map<number, StagedRow>;
}

/** The panel for new documents. It opens by a button, a drop, a paste or `n`, and goes away when all have started. */
export function openPanel(): void {
  const panel = byId('panel');
  const list: List = { element: make('ul', { id: 'staged', ariaLabel: 'Documents to convert' }), rows: new Map() };
  panel.replaceChildren(
    make('div', { className: 'panel-head' }, make('h2', { id: 'panel-title' }, 'New documents'), closeButton()),
    make('div', { className: 'panel-body' }, dropZone(), urlForm(), list.element),
    make('div', { className: 'panel-foot' }, optionForm(), ...startLine(list)),
  );
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  watch(['staged'], ({ staged }, before) => {
    showRows(list);
    if (before.staged.length > 0 && staged.length === 0) close();
  });
  byId('add').addEventListener('click', () => update({ adding: !state().adding }));
  watch(['adding'], ({ adding }) => showPanel(panel, adding));
}

const close = (): void => update({ adding: false });

function closeButton(): HTMLElement {
  const element = button('', close, 'plain bare');
  element.append(icon('close'));
  element.ariaLabel = 'Close';
  return element;
}

function showPanel(panel: HTMLElement, adding: boolean): void {
  const add = byId('add');
  panel.hidden = !adding;
  add.ariaExpanded = String(adding);
  const focused = document.activeElement;
  if (adding) panel.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  else if (panel.contains(focused) || focused === document.body) add.focus();
}

/** Rows are kept while their document is in the panel, so that focus and what is typed stay. */
function showRows({ element, rows }: List): void {
  const { staged } = state();
  for (const [id, row] of rows) {
    if (staged.some((one) => one.id === id)) continue;
    removeRow(row.element);
    rows.delete(id);
  }
  for (const one of staged) {
    const row = rows.get(one.id) ?? stagedRow(one);
    row.show(one);
    if (rows.has(one.id)) continue;
    rows.set(one.id, row);
    element.append(row.element);
  }
}

/** A neighbor gets the focus of a row that goes. */
function removeRow(row: HTMLElement): void {
  const isFocused = row.contains(document.activeElement);
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (isFocused) (neighbor?.querySelector<HTMLElement>('button:not([hidden])') ?? byId('url')).focus();
}

/** The button that starts all documents, and what some of them still need. */
function startLine({ rows }: List): HTMLElement[] {
  const all = button('Start all', () => {
    startAll();
    const locked = state().staged.find(isWithoutPassword);
    if (locked) rows.get(locked.id)?.password.focus();
  });
  all.id = 'start-all';
  all.hidden = true;
  const waits = make('p', { className: 'hint', role: 'status' });
  watch(['staged'], ({ staged }: State) => {
    const startable = staged.filter(({ stage }) => stage !== 'failed' && stage !== 'starting');
    all.hidden = startable.length === 0;
    all.textContent = startable.length > 1 ? `Start all ${startable.length}` : 'Start all';
    const locked = staged.filter(({ isWanted, stage }) => isWanted && stage === 'locked').length;
    waits.textContent = locked > 0 ? `Waiting for ${counted(locked, 'password')}.` : '';
  });
  return [waits, all];
}

function urlForm(): HTMLElement {
  const input = make('input', {
    id: 'url',
    type: 'url',
    placeholder: 'https://…/report.pdf',
    ariaLabel: 'Document URL',
    required: true,
  });
  const form = make('form', { className: 'row' }, input, make('button', { className: 'plain' }, 'Add'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    addUrl(input.value);
    input.value = '';
  });
  return form;
}
