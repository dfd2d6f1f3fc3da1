import { make } from '../dom.ts';
import { ticksFor } from './axis.ts';

export interface Bar {
  readonly date: string;
  readonly value: number;
  /** What is shown of it when it is pointed at. */
  readonly title: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 200, 48, 24, 8];
const GAP = 3;
/** Days between two dates below the chart. */
const DATE_EVERY = 7;

/** A bar for each day, with axes. Those who do not see it have a table that says the same. */
export function barChart(bars: readonly Bar[], label: string): HTMLElement {
  const svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label });
  const ticks = ticksFor(Math.max(...bars.map(({ value }) => value), 0));
  const top = ticks.at(-1)!;
  const yOf = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  for (const tick of ticks) {
    svg.append(draw('line', { class: 'grid', x1: LEFT, x2: WIDTH, y1: yOf(tick), y2: yOf(tick) }));
    svg.append(text(tick.toLocaleString(), { x: LEFT - 8, y: yOf(tick) + 4, 'text-anchor': 'end' }));
  }
  const step = (WIDTH - LEFT) / bars.length;
  bars.forEach(({ date, value, title }, at) => {
    const x = LEFT + at * step;
    const bar = draw('rect', {
      class: 'bar',
      x: x + GAP / 2,
      y: yOf(value),
      width: step - GAP,
      height: HEIGHT - BOTTOM - yOf(value),
      rx: 2,
    });
    // The whole height of a day answers the pointer, also where its bar is short.
    const day = draw('rect', { class: 'day', x, y: TOP, width: step, height: HEIGHT - BOTTOM - TOP });
    const said = draw('title', {});
    said.textContent = title;
    day.append(said);
    svg.append(bar, day);
    if ((bars.length - 1 - at) % DATE_EVERY === 0)
      svg.append(text(shortDate(date), { x: x + step / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }));
  });
  return make('figure', { className: 'chart' }, make('figcaption', {}, label), svg);
}

const shortDate = (date: string): string =>
  new Date(date).toLocaleDateString([], { day: 'numeric', month: 'short', timeZone: 'UTC' });

function text(content: string, place: Readonly<Record<string, string | number>>): SVGElement {
  const element = draw('text', place);
  element.textContent = content;
  return element;
}

function draw(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
