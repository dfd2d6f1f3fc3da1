import { button, make } from '../dom.ts';
import { icon, type Icon } from '../icons.ts';
import type { PageViewer } from './pages.ts';

const STEP = 1.25;
const MIN_ZOOM = 0.5;
const MAX_ZOOM = 4;

/** The number of the page that is in view, and its size. */
export function pageTools(viewer: PageViewer, start: number, end: number): HTMLElement {
  const { pages } = viewer;
  const number = make('input', {
    id: 'page-number',
    type: 'number',
    min: `${start}`,
    max: `${end}`,
    value: `${start}`,
  });
  number.addEventListener('change', () => viewer.goTo(Number(number.value)));
  let drawn = 0;
  pages.addEventListener('scroll', () => {
    cancelAnimationFrame(drawn);
    drawn = requestAnimationFrame(() => {
      if (document.activeElement !== number) number.value = `${viewer.current()}`;
    });
  });
  // A typed number stays until the page is scrolled away.
  number.addEventListener('blur', () => (number.value = `${viewer.current()}`));
  let zoom = 1;
  const percent = make('output', { className: 'zoom' }, '100 %');
  const zoomTo = (to: number): void => {
    zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, to));
    viewer.zoom(zoom);
    percent.textContent = `${Math.round(zoom * 100)} %`;
  };
  pages.addEventListener('keydown', ({ key }) => {
    const to = { '+': zoom * STEP, '=': zoom * STEP, '-': zoom / STEP, '0': 1 }[key];
    if (to !== undefined) zoomTo(to);
  });
  return make(
    'div',
    { className: 'viewer-tools' },
    make('span', {}, make('label', { htmlFor: number.id }, 'Page '), number, ` of ${end}`),
    marked('minus', 'Zoom out', () => zoomTo(zoom / STEP)),
    percent,
    marked('plus', 'Zoom in', () => zoomTo(zoom * STEP)),
    marked('fit', 'Fit to width', () => zoomTo(1)),
  );
}

/** A button with a mark in place of a text. */
export function marked(mark: Icon, label: string, act: () => void | Promise<void>): HTMLButtonElement {
  const element = button('', act, 'plain bare');
  element.append(icon(mark));
  element.ariaLabel = label;
  element.title = label;
  return element;
}
