import { make } from './dom.ts';

/** Asks before something that cannot be undone. Escape and a press on Cancel say no. */
export function confirmed(title: string, text: string, action: string): Promise<boolean> {
  const yes = make('button', { value: 'yes', className: 'danger' }, action);
  const no = make('button', { value: 'no', className: 'plain' }, 'Cancel');
  const form = make('form', { method: 'dialog' });
  form.append(
    make('h2', { id: 'dialog-title' }, title),
    make('p', {}, text),
    make('div', { className: 'row end' }, no, yes),
  );
  return open(form);
}

/** Shows a form in a dialog; true when its button `yes` closed it. */
export function open(form: HTMLFormElement): Promise<boolean> {
  const dialog = make('dialog', {}, form);
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue === 'yes');
    });
  });
}
