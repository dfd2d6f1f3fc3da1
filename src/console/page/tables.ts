import { make, textOf } from './dom.ts';

export function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text))));
  const body = make('tbody', {}, ...rows);
  const place = make('div', { className: 'wide' }, make('table', { className: 'facts' }, head, body));
  // Where it is wider than the screen, it is scrolled by keys, too.
  new ResizeObserver(() => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
    else place.removeAttribute('tabindex');
  }).observe(place);
  return place;
}

/** Names with their values; those without a value are left out. */
export function factTable(facts: Readonly<Record<string, unknown>>): HTMLElement {
  const rows = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, textOf(value))));
  return make('table', { className: 'facts' }, make('tbody', {}, ...rows));
}
