import { button, make, passwordField } from '../dom.ts';
import { icon } from '../icons.ts';
import { familyOf, kindOfName } from '../jobs/words.ts';
import { state } from '../state.ts';
import { isWithoutPassword, removeStaged, setPassword, startStaged } from './staged.ts';
import type { StagedDocument } from './staged-document.ts';

/** One document in the panel. */
export interface StagedRow {
  readonly element: HTMLElement;
  readonly password: HTMLInputElement;
  /** Shows the document as it is now; elements stay, so that focus does. */
  show(one: StagedDocument): void;
}

export function stagedRow({ id, name }: StagedDocument): StagedRow {
  const kind = kindOfName(name);
  const mark = make('span', { className: 'kind', data: { family: familyOf(kind) } }, kind);
  const line = make('span', { className: 'hint' });
  const password = passwordOf(id, name);
  const start = button('Start', () => startOrAsk(id, password), 'plain start');
  start.ariaLabel = `Start ${name}`;
  const remove = button('', () => removeStaged(id), 'plain bare');
  remove.append(icon('close'));
  remove.ariaLabel = `Remove ${name}`;
  const acts = make('span', { className: 'acts' }, start, remove);
  const title = make('span', { className: 'name', title: name }, name);
  return {
    element: make('li', {}, mark, title, line, acts, password),
    password,
    show({ stage, line: text, isProblem, source, needsPassword }) {
      line.textContent = text;
      line.className = isProblem ? 'problem' : 'hint';
      start.hidden = source === undefined || stage === 'coming' || stage === 'starting';
      password.hidden = !needsPassword;
    },
  };
}

function startOrAsk(id: number, password: HTMLInputElement): void | Promise<void> {
  const one = state().staged.find((each) => each.id === id);
  return one && isWithoutPassword(one) ? password.focus() : startStaged(id);
}

function passwordOf(id: number, name: string): HTMLInputElement {
  const field = passwordField(name);
  field.addEventListener('input', () => setPassword(id, field.value));
  field.addEventListener('change', () => {
    if (state().staged.some((one) => one.id === id && one.isWanted)) void startStaged(id);
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void startStaged(id);
  });
  return field;
}
