import { keptKey } from './client.ts';
import { button, make } from './dom.ts';

export interface PageRange {
  readonly start?: number;
  readonly end?: number;
}

const AT_A_TIME = 2;
const ZOOM_STEP = 1.25;
const MAX_ZOOM = 4;

/**
 * The pictures of a document's pages, one below the other. A page is asked for when it comes into view, two at a time.
 */
export function pagePictures(jobId: string, start: number, end: number): HTMLElement {
  const place = pictures(jobId, start, end);
  const jump = make('input', { type: 'number', min: `${start}`, max: `${end}`, value: `${start}`, id: 'page-number' });
  jump.addEventListener('change', () => {
    place.querySelector(`[data-page="${Number(jump.value)}"]`)?.scrollIntoView({ block: 'start' });
  });
  let zoom = 1;
  const zoomBy = (factor: number): void => {
    zoom = Math.min(MAX_ZOOM, Math.max(1, zoom * factor));
    place.style.setProperty('--zoom', String(zoom));
  };
  const zoomOut = button('−', () => zoomBy(1 / ZOOM_STEP), 'plain');
  zoomOut.ariaLabel = 'Zoom out';
  const zoomIn = button('+', () => zoomBy(ZOOM_STEP), 'plain');
  zoomIn.ariaLabel = 'Zoom in';
  const pages = make('span', {}, make('label', { htmlFor: jump.id }, 'Page '), jump, ` of ${end}`);
  return make(
    'div',
    { className: 'viewer' },
    make('div', { className: 'viewer-tools' }, pages, zoomOut, zoomIn),
    place,
  );
}

function pictures(jobId: string, start: number, end: number): HTMLElement {
  const place = make('div', { className: 'pages', tabIndex: 0, role: 'group', ariaLabel: 'Document pages' });
  const wanted: HTMLElement[] = [];
  let running = 0;
  const next = (): void => {
    // Those that were scrolled past meanwhile come into view again, or not at all.
    const figure = running < AT_A_TIME ? wanted.pop() : undefined;
    if (!figure) return;
    running++;
    void load(jobId, figure).finally(() => {
      running--;
      next();
    });
    next();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const figure = target as HTMLElement;
        const at = wanted.indexOf(figure);
        if (at >= 0) wanted.splice(at, 1);
        if (isIntersecting && figure.dataset['state'] === undefined) wanted.push(figure);
      }
      next();
    },
    { root: place, rootMargin: '50% 0px' },
  );
  for (let page = start; page <= end; page++) {
    const figure = make(
      'figure',
      { data: { page: String(page) } },
      make('div', { className: 'sheet' }),
      make('figcaption', {}, `Page ${page}`),
    );
    place.append(figure);
    observer.observe(figure);
  }
  return place;
}

async function load(jobId: string, figure: HTMLElement): Promise<void> {
  const page = figure.dataset['page'] ?? '';
  const sheet = figure.firstElementChild!;
  figure.dataset['state'] = 'asked';
  sheet.textContent = `Drawing page ${page} …`;
  try {
    const response = await fetch(`/console/api/jobs/${jobId}/pages/${page}.webp`, {
      headers: { Authorization: `Bearer ${keptKey() ?? ''}` },
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const url = URL.createObjectURL(await response.blob());
    const image = make('img', { src: url, alt: `Page ${page} of the document` });
    await image.decode().finally(() => URL.revokeObjectURL(url));
    sheet.replaceWith(image);
  } catch {
    sheet.textContent = `Failed to load page ${page}.`;
  }
}
