import { update } from './state.ts';

/** The element of this id; the page has it. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as E;
}

type Child = Node | string;

/** Any value of an answer as a person reads it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? '');

/** Makes an element. Text is always text: nothing here reads HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'children'>> & { readonly data?: Record<string, string> } = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { data, ...rest } = properties;
  Object.assign(element, rest);
  Object.assign(element.dataset, data ?? {});
  element.append(...children);
  return element;
}

/** A button; what goes wrong in `act` is shown. */
export function button(text: string, act: () => void | Promise<void>, className = ''): HTMLButtonElement {
  const element = make('button', { type: 'button', className }, text);
  element.addEventListener('click', () => void attempt(act));
  return element;
}

/** For a document that needs a password. */
export const passwordField = (name: string): HTMLInputElement =>
  make('input', { type: 'password', autocomplete: 'off', placeholder: 'Password', ariaLabel: `Password of ${name}` });

/** Does what was asked for, and shows what goes wrong. */
export async function attempt(act: () => void | Promise<void>): Promise<void> {
  try {
    showProblem('');
    await act();
  } catch (error) {
    showProblem(messageOf(error));
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shows a sentence at the top of the page until the next act. */
export const showProblem = (problem: string): void => update({ problem });

/** Says what others see to a screen reader. */
export const announce = (news: string): void => {
  byId('news').textContent = news;
};

/** Shows news at the bottom of the page for a few seconds. */
export function toast(news: string): void {
  announce(news);
  const place = make('p', { className: 'toast', ariaHidden: 'true' }, news);
  document.querySelector('.toast')?.remove();
  document.body.append(place);
  setTimeout(() => place.remove(), 4000);
}

export const counted = (count: number, unit: string): string =>
  `${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`;
