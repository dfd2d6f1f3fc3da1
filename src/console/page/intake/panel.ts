import { button, byId, counted, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { state, update, watch } from '../state.ts';
import { dropZone } from './drop-zone.ts';
import { optionForm } from './options.ts';
import { addUrl, onStaged, staged, useOptions } from './staged.ts';

/** The panel for new documents. It opens by a button, a drop, a paste or `n`, and goes away when all have started. */
export function openPanel(): void {
  const panel = byId('panel');
  const options = optionForm();
  useOptions(options.read);
  const list = make('ul', { id: 'staged', ariaLabel: 'Documents to convert' });
  const all = button('Start all', startAll);
  all.id = 'start-all';
  all.hidden = true;
  const waits = make('p', { className: 'hint', role: 'status' });
  const close = button('', () => update({ adding: false }), 'plain bare');
  close.append(icon('close'));
  close.ariaLabel = 'Close';
  panel.replaceChildren(
    make('div', { className: 'panel-head' }, make('h2', { id: 'panel-title' }, 'New documents'), close),
    make('div', { className: 'panel-body' }, dropZone(), urlForm(), list),
    make('div', { className: 'panel-foot' }, options.element, waits, all),
  );
  let had = 0;
  onStaged(() => {
    const now = [...staged];
    for (const one of now) if (one.element.parentElement !== list) list.append(one.element);
    const startable = now.filter(({ stage }) => stage !== 'failed' && stage !== 'starting');
    all.hidden = startable.length === 0;
    all.textContent = startable.length > 1 ? `Start all ${startable.length}` : 'Start all';
    const locked = now.filter(({ wanted, stage }) => wanted && stage === 'locked').length;
    waits.textContent = locked > 0 ? `Waiting for ${counted(locked, 'password')}.` : '';
    if (had > 0 && now.length === 0) update({ adding: false });
    had = now.length;
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    update({ adding: false });
  });
  const add = byId('add');
  add.addEventListener('click', () => update({ adding: !state().adding }));
  watch(['adding', 'session'], ({ adding, session }, before) => {
    panel.hidden = !adding;
    add.ariaExpanded = String(adding);
    options.priced(session?.credits !== undefined);
    if (adding && !before.adding) panel.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    if (
      !adding &&
      before.adding &&
      (panel.contains(document.activeElement) || document.activeElement === document.body)
    )
      add.focus();
  });
}

/** Starts what is ready, and the rest as soon as it is: uploads when they are there, locked ones with a password. */
function startAll(): void {
  for (const one of staged) one.wanted = true;
  for (const one of staged)
    if (one.stage === 'ready' || (one.stage === 'locked' && one.password.value !== '')) void one.start();
  [...staged].find(({ stage, password }) => stage === 'locked' && password.value === '')?.password.focus();
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
