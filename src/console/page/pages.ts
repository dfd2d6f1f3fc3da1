import { labelOf, type Layout } from './blocks.ts';
import { documentPasswords, isLocked, keptKey, Refusal } from './client.ts';
import { button, make, passwordField } from './dom.ts';

export interface PageRange {
  readonly start?: number;
  readonly end?: number;
}

/** The pictures of a document's pages, with the boxes of its blocks. */
export interface PageViewer {
  readonly element: HTMLElement;
  /** What scrolls: a figure for each page, with its number as `data-page`. */
  readonly pages: HTMLElement;
}

interface Pages {
  readonly jobId: string;
  readonly start: number;
  readonly end: number;
  readonly layout: Layout | undefined;
  /** Hears of the boxes of a page when it is drawn. */
  readonly drawn: (boxes: readonly HTMLElement[]) => void;
}

const AT_A_TIME = 2;
const ZOOM_STEP = 1.25;
const MAX_ZOOM = 4;

/**
 * The pictures of a document's pages, one below the other. A page is asked for when it comes into view, two at a time.
 */
export function viewPages(wanted: Pages): PageViewer {
  const { start, end } = wanted;
  const lock = make('form', { className: 'row', hidden: true });
  const { pages, again } = pictures(wanted, (message) => {
    if (!lock.hidden) return;
    const field = passwordField('the document');
    field.required = true;
    lock.replaceChildren(field, make('button', {}, 'Show pages'), make('p', { className: 'hint' }, message));
    lock.hidden = false;
  });
  lock.addEventListener('submit', (event) => {
    event.preventDefault();
    documentPasswords.set(wanted.jobId, lock.querySelector('input')!.value);
    lock.hidden = true;
    again();
  });
  const jump = make('input', { type: 'number', min: `${start}`, max: `${end}`, value: `${start}`, id: 'page-number' });
  jump.addEventListener('change', () => {
    const figure = pages.querySelector<HTMLElement>(`[data-page="${Number(jump.value)}"]`);
    if (figure) pages.scrollTop += figure.getBoundingClientRect().top - pages.getBoundingClientRect().top;
  });
  let zoom = 1;
  const zoomBy = (factor: number): void => {
    zoom = Math.min(MAX_ZOOM, Math.max(1, zoom * factor));
    pages.style.setProperty('--zoom', String(zoom));
  };
  const zoomOut = button('−', () => zoomBy(1 / ZOOM_STEP), 'plain');
  zoomOut.ariaLabel = 'Zoom out';
  const zoomIn = button('+', () => zoomBy(ZOOM_STEP), 'plain');
  zoomIn.ariaLabel = 'Zoom in';
  const number = make('span', {}, make('label', { htmlFor: jump.id }, 'Page '), jump, ` of ${end}`);
  const tools = make('div', { className: 'viewer-tools' }, number, zoomOut, zoomIn);
  return { element: make('div', { className: 'viewer' }, tools, lock, pages), pages };
}

/** `locked` hears of a document that needs a password; with one, `again` asks for what is in view once more. */
function pictures(
  all: Pages,
  locked: (message: string) => void,
): { readonly pages: HTMLElement; readonly again: () => void } {
  const place = make('div', { className: 'pages', tabIndex: 0, role: 'group', ariaLabel: 'Document pages' });
  const boxes = boxesByPage(all.layout);
  const wanted: HTMLElement[] = [];
  let running = 0;
  const show = async (figure: HTMLElement): Promise<void> => {
    try {
      const sheet = await load(all.jobId, figure);
      const made = (boxes.get(Number(figure.dataset['page'])) ?? []).map((box) => box());
      sheet.append(...made);
      all.drawn(made);
    } catch (error) {
      const needsPassword = error instanceof Refusal && isLocked(error.body['code']);
      figure.firstElementChild!.textContent = needsPassword ? '' : `Failed to load page ${figure.dataset['page']}.`;
      if (needsPassword) locked(error.message);
    }
  };
  const next = (): void => {
    // Those that were scrolled past meanwhile come into view again, or not at all.
    const figure = running < AT_A_TIME ? wanted.shift() : undefined;
    if (!figure) return;
    running++;
    void show(figure).finally(() => {
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
    { root: place, rootMargin: '25% 0px' },
  );
  for (let page = all.start; page <= all.end; page++) {
    const sheet = make('div', { className: 'sheet' });
    const size = all.layout?.sizes.get(page);
    if (size) sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    const figure = make('figure', { data: { page: String(page) } }, sheet, make('figcaption', {}, `Page ${page}`));
    place.append(figure);
    observer.observe(figure);
  }
  const again = (): void => {
    for (const figure of place.querySelectorAll<HTMLElement>('figure:not(:has(.drawn))')) {
      delete figure.dataset['state'];
      observer.unobserve(figure);
      observer.observe(figure);
    }
  };
  return { pages: place, again };
}

/** The boxes of each page, which are made when it is drawn. Pointers find them; the keyboard has the text. */
function boxesByPage(layout: Layout | undefined): Map<number, (() => HTMLElement)[]> {
  const found = new Map<number, (() => HTMLElement)[]>();
  layout?.blocks.forEach((block, index) => {
    for (const { page, box } of block.boxes ?? []) {
      const size = layout.sizes.get(page);
      if (!size) continue;
      const of = found.get(page) ?? [];
      found.set(page, of);
      const [left, top, right, bottom] = box;
      of.push(() => {
        const element = make('div', { className: 'box', data: { block: String(index), label: labelOf(block) } });
        element.style.left = `${(left / size.width) * 100}%`;
        element.style.top = `${(top / size.height) * 100}%`;
        element.style.width = `${((right - left) / size.width) * 100}%`;
        element.style.height = `${((bottom - top) / size.height) * 100}%`;
        return element;
      });
    }
  });
  return found;
}

/** Puts the picture on the sheet of a page, which it returns. */
async function load(jobId: string, figure: HTMLElement): Promise<HTMLElement> {
  const page = figure.dataset['page'] ?? '';
  const sheet = figure.firstElementChild as HTMLElement;
  figure.dataset['state'] = 'asked';
  sheet.textContent = `Drawing page ${page} …`;
  const password = documentPasswords.get(jobId);
  const response = await fetch(`/console/api/jobs/${jobId}/pages/${page}.webp`, {
    headers: { Authorization: `Bearer ${keptKey() ?? ''}` },
    ...(password !== undefined && { method: 'POST', body: JSON.stringify({ password }) }),
  });
  if (!response.ok)
    throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Record<string, unknown>);
  const url = URL.createObjectURL(await response.blob());
  const image = make('img', { src: url, alt: `Page ${page} of the document` });
  await image.decode().finally(() => URL.revokeObjectURL(url));
  sheet.classList.add('drawn');
  sheet.style.aspectRatio = '';
  sheet.replaceChildren(image);
  return sheet;
}
