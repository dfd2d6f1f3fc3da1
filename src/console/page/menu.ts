import { make } from './dom.ts';
import { icon, type Icon } from './icons.ts';

/** A button that opens a list of choices below it. A press elsewhere and Escape close it. */
export function menu(label: string, choices: readonly HTMLElement[], mark?: Icon): HTMLDetailsElement {
  const summary = make('summary', { className: 'button plain' }, ...(mark ? [icon(mark)] : []), label, icon('down'));
  const list = make('div', { className: 'choices' }, ...choices);
  const element = make('details', { className: 'menu' }, summary, list);
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a, button')) element.open = false;
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return;
    event.stopPropagation();
    element.open = false;
    summary.focus();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) close();
  });
  const close = (): void => {
    if (!element.matches(':active')) element.open = false;
  };
  const outside = ({ target }: Event): void => {
    if (!element.isConnected) removeEventListener('pointerdown', outside);
    else if (!(target instanceof Node) || !element.contains(target)) element.open = false;
  };
  addEventListener('pointerdown', outside);
  return element;
}
