import { open } from '../dialog.ts';
import { byId, make } from '../dom.ts';
import { state, update } from '../state.ts';
import { lastList } from './places.ts';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['n', 'New documents'],
  ['/', 'Search jobs, or find in the document'],
  ['j, k', 'Next or previous job'],
  ['x', 'Select the job'],
  ['Enter', 'Open the job'],
  ['+, −, 0', 'Zoom the pages, or fit them to the width'],
  ['Esc', 'Close, or go back to the jobs'],
  ['?', 'Show these shortcuts'],
];

/** Keys for the whole page. They do nothing while a field, a menu or a dialog has the focus. */
export function listenForShortcuts(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!state().session || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, dialog')) {
      if (key === 'Escape' && target instanceof HTMLElement) target.blur();
      return;
    }
    const act = ACTS[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const ACTS: Readonly<Record<string, () => void>> = {
  n: () => update({ adding: true }),
  '/': () => document.querySelector<HTMLInputElement>(state().route.name === 'job' ? '#find' : '#search')?.focus(),
  j: () => move(1),
  k: () => move(-1),
  x: () => document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('.select input')?.click(),
  Escape: () => {
    if (state().adding) update({ adding: false });
    else if (state().selected.size > 0) update({ selected: new Set() });
    else if (state().route.name !== 'jobs') location.hash = lastList();
  },
  '?': () => void help(),
};

function move(by: number): void {
  const links = [...byId('view').querySelectorAll<HTMLElement>('#job-list .name')];
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = at < 0 ? links[by > 0 ? 0 : links.length - 1] : links[at + by];
  next?.focus();
}

function help(): Promise<boolean> {
  const rows = SHORTCUTS.map(([keys, text]) =>
    make('tr', {}, make('td', {}, make('kbd', {}, keys)), make('td', {}, text)),
  );
  const form = make('form', { method: 'dialog' });
  form.append(
    make('h2', { id: 'dialog-title' }, 'Shortcuts'),
    make('table', { className: 'keys' }, make('tbody', {}, ...rows)),
    make('div', { className: 'row end' }, make('button', { value: 'no' }, 'Close')),
  );
  return open(form);
}
