/** Outlines on a grid of 16, drawn in the color of the text. */
const PATHS = {
  back: 'M10 3 5 8l5 5',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  down: 'm4 6 4 4 4-4',
  download: 'M8 2.5v7m-3-3 3 3 3-3M3 12.5h10',
  fit: 'M2.5 4v8m11-8v8M5 8h6M7 6 5 8l2 2m2-4 2 2-2 2',
  folder: 'M2 4.5h4l1.5 2H14v6.5H2z',
  list: 'M3 4h10M3 8h7M3 12h9',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2L14 14',
  side: 'M2.5 3h11v10h-11zM6.5 3v10',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9',
  up: 'm4 10 4-4 4 4',
  upload: 'M8 10.500v-8m-3 3 3-3 3 3M3 12.5h10',
  warning: 'M8 2.5 14 13H2zM8 7v2.5m0 1.500v.01',
} as const;
export type Icon = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

/** A decoration: whoever cannot see it needs the text beside it, or a label. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [key, value] of Object.entries({ viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'icon' }))
    svg.setAttribute(key, value);
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
