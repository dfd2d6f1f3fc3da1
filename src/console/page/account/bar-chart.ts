import { make } from '../dom.ts';
import { ticksFor } from './axis.ts';

export interface Bar {
  readonly date: string;
  readonly value: number;
  /** The tooltip. */
  readonly title: string;
}

const SVG = 'http://www.w3.org/2000/svg';
/** The width before there is a place. */
const WIDTH = 720;
const [HEIGHT, LEFT, BOTTOM, TOP] = [200, 48, 24, 8];
const GAP = 3;
/** Days between two dates below the chart. */
const DATE_EVERY = 7;

/**
 * A bar for each day, with axes. It is drawn as wide as its place, so that its text is as large as other text. Those
 * who do not see it have a table that says the same.
 */
export function barChart(bars: readonly Bar[], label: string): HTMLElement {
  const svg = draw('svg', { role: 'img', 'aria-label': label });
  const figure = make('figure', { className: 'chart' }, make('figcaption', {}, label), svg);
  drawChart(svg, bars, WIDTH);
  new ResizeObserver(([entry]) => drawChart(svg, bars, entry?.contentRect.width || WIDTH)).observe(figure);
  return figure;
}

function drawChart(svg: SVGElement, bars: readonly Bar[], width: number): void {
  svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  const ticks = ticksFor(Math.max(...bars.map(({ value }) => value), 0));
  const top = ticks.at(-1)!;
  const yOf = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  const step = (width - LEFT) / bars.length;
  svg.replaceChildren(
    ...ticks.flatMap((tick) => [
      draw('line', { class: 'grid', x1: LEFT, x2: width, y1: yOf(tick), y2: yOf(tick) }),
      text(tick.toLocaleString(), { x: LEFT - 8, y: yOf(tick) + 4, 'text-anchor': 'end' }),
    ]),
    ...bars.flatMap((bar, at) => drawDay(bar, { x: LEFT + at * step, y: yOf(bar.value), step })),
    ...bars.flatMap(({ date }, at) =>
      (bars.length - 1 - at) % DATE_EVERY === 0
        ? [text(shortDate(date), { x: LEFT + (at + 0.5) * step, y: HEIGHT - 6, 'text-anchor': 'middle' })]
        : [],
    ),
  );
}

interface Place {
  readonly x: number;
  /** The top of the bar. */
  readonly y: number;
  /** The width of a day. */
  readonly step: number;
}

function drawDay({ title }: Bar, { x, y, step }: Place): SVGElement[] {
  const gap = Math.min(GAP, step / 3);
  const bar = draw('rect', {
    class: 'bar',
    x: x + gap / 2,
    y,
    width: step - gap,
    height: HEIGHT - BOTTOM - y,
    rx: Math.min(2, gap),
  });
  // The whole height of a day answers the pointer, also where its bar is short.
  const day = draw('rect', { class: 'day', x, y: TOP, width: step, height: HEIGHT - BOTTOM - TOP });
  const tooltip = draw('title', {});
  tooltip.textContent = title;
  day.append(tooltip);
  return [bar, day];
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
