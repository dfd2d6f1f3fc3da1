import { button, make } from '../dom.ts';

export interface Tab {
  readonly name: string;
  readonly show: () => HTMLElement;
}

interface Tabs<T extends Tab> {
  readonly list: HTMLElement;
  readonly panel: HTMLElement;
  open(name: T['name']): void;
}

/** Tabs as ARIA has them: arrow keys move between them. The first is shown; `shown` is called with each that is. */
export function tabs<T extends Tab>(all: readonly T[], shown: (tab: T, element: HTMLElement) => void): Tabs<T> {
  const panel = make('div', { role: 'tabpanel', id: 'panel-of-tabs', className: 'tab-panel' });
  const list = make('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Result views' });
  const open = (name: string): void => {
    for (const tab of buttons) {
      const chosen = tab.textContent === name;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    const tab = all.find((one) => one.name === name)!;
    const element = tab.show();
    panel.ariaLabel = name;
    panel.replaceChildren(element);
    shown(tab, element);
  };
  const buttons = all.map(({ name }) => {
    const tab = button(name, () => open(name));
    tab.role = 'tab';
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const next = buttons[(buttons.indexOf(tab) + step + buttons.length) % buttons.length]!;
      next.focus();
      next.click();
    });
    return tab;
  });
  list.append(...buttons);
  open(all[0]!.name);
  return { list, panel, open };
}
