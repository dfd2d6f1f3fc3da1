import { isLocked, Refusal } from '../client.ts';
import { make, passwordField } from '../dom.ts';
import { rememberPassword } from '../passwords.ts';
import { labelOf, type Layout } from './blocks.ts';
import type { Pictures } from './pictures.ts';
import { LEAD } from './scroll.ts';

export interface PageRange {
  readonly start?: number;
  readonly end?: number;
}

interface Wanted {
  readonly jobId: string;
  readonly start: number;
  readonly end: number;
  readonly layout: Layout | undefined;
  readonly pictures: Pictures;
}

/** The pictures of a document's pages, one below the other, with the boxes of its blocks. */
export interface PageViewer {
  readonly element: HTMLElement;
  /** The element that scrolls: a figure for each page, with its number as `data-page`. */
  readonly pages: HTMLElement;
  /** The boxes of each block, as far as their pages are drawn. */
  readonly boxes: ReadonlyMap<number, readonly HTMLElement[]>;
  /** The page in the middle of the view. */
  current(): number;
  goTo(page: number): void;
  /** 1 is as wide as the view. The place that is read stays in view. */
  zoom(to: number): void;
  /** Calls when the boxes of a page were drawn. */
  onDrawn(listener: () => void): void;
}

interface Viewer {
  readonly jobId: string;
  readonly layout: Layout | undefined;
  readonly pictures: Pictures;
  readonly pages: HTMLElement;
  readonly lock: HTMLFormElement;
  readonly observer: IntersectionObserver;
  readonly boxes: Map<number, HTMLElement[]>;
  readonly boxesByPage: ReadonlyMap<number, readonly (() => HTMLElement)[]>;
  /** Take back the wish for a page that is asked for. */
  readonly drops: Map<HTMLElement, () => void>;
  readonly listeners: (() => void)[];
}

export function viewPages({ jobId, start, end, layout, pictures }: Wanted): PageViewer {
  const pages = make('div', { className: 'pages', tabIndex: 0, role: 'group', ariaLabel: 'Document pages' });
  const lock = make('form', { className: 'lock', hidden: true });
  const observer = new IntersectionObserver((entries) => drawVisible(viewer, entries), {
    root: pages,
    rootMargin: '25% 0px',
  });
  const viewer: Viewer = {
    jobId,
    layout,
    pictures,
    pages,
    lock,
    observer,
    boxes: new Map(),
    boxesByPage: boxesByPage(layout),
    drops: new Map(),
    listeners: [],
  };
  for (let page = start; page <= end; page++) {
    const figure = figureOf(page, layout);
    pages.append(figure);
    observer.observe(figure);
  }
  lock.addEventListener('submit', (event) => {
    event.preventDefault();
    drawWithPassword(viewer, lock.querySelector('input')!.value);
  });
  return {
    element: make('div', { className: 'viewer' }, lock, pages),
    pages,
    boxes: viewer.boxes,
    current: () => pageOf(placeAt(pages, pages.scrollTop + pages.clientHeight / 2).figure),
    goTo: (page) => goTo(pages, page),
    zoom: (to) => zoom(pages, to),
    onDrawn: (listener) => void viewer.listeners.push(listener),
  };
}

function figureOf(page: number, layout: Layout | undefined): HTMLElement {
  const sheet = make('div', { className: 'sheet' });
  const size = layout?.sizes.get(page);
  if (size) sheet.style.aspectRatio = `${size.width} / ${size.height}`;
  return make('figure', { data: { page: `${page}` } }, sheet, make('figcaption', {}, `Page ${page}`));
}

/** Draws the pages that came into view, and takes back the wishes for those that left it. */
function drawVisible(viewer: Viewer, entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const figure = target as HTMLElement;
    const drop = viewer.drops.get(figure);
    if (isIntersecting && figure.dataset['state'] === undefined) void draw(viewer, figure);
    else if (!isIntersecting && drop) {
      drop();
      viewer.drops.delete(figure);
      delete figure.dataset['state'];
    }
  }
}

async function draw(viewer: Viewer, figure: HTMLElement): Promise<void> {
  const page = pageOf(figure);
  const sheet = figure.firstElementChild as HTMLElement;
  figure.dataset['state'] = 'asked';
  sheet.textContent = `Drawing page ${page} …`;
  const { url, drop } = viewer.pictures.ask(page, true);
  viewer.drops.set(figure, drop);
  try {
    const image = make('img', { src: await url, alt: `Page ${page} of the document` });
    await image.decode();
    // The page left the view meanwhile; back in view, it is asked for again.
    if (viewer.drops.get(figure) !== drop) return;
    sheet.classList.add('drawn');
    if (!viewer.layout?.sizes.has(page)) sheet.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`;
    sheet.replaceChildren(image);
    addBoxes(viewer, page, sheet);
  } catch (error) {
    if (viewer.drops.get(figure) !== drop) return;
    const isLockedPage = error instanceof Refusal && isLocked(error.body['code']);
    sheet.textContent = isLockedPage ? '' : `Failed to load page ${page}.`;
    if (isLockedPage) askPassword(viewer, error.message);
  }
  viewer.drops.delete(figure);
}

function addBoxes({ boxes, boxesByPage: makers, listeners }: Viewer, page: number, sheet: HTMLElement): void {
  for (const makeBox of makers.get(page) ?? []) {
    const box = makeBox();
    sheet.append(box);
    boxes.set(blockOf(box), [...(boxes.get(blockOf(box)) ?? []), box]);
  }
  for (const listener of listeners) listener();
}

function askPassword({ lock }: Viewer, message: string): void {
  if (!lock.hidden) return;
  const field = passwordField('the document');
  field.required = true;
  lock.replaceChildren(
    make('p', {}, message),
    make('div', { className: 'row' }, field, make('button', {}, 'Show pages')),
  );
  lock.hidden = false;
}

function drawWithPassword({ jobId, lock, pages, observer }: Viewer, password: string): void {
  rememberPassword(jobId, password);
  lock.hidden = true;
  for (const figure of pages.querySelectorAll<HTMLElement>('figure:not(:has(.drawn))')) {
    delete figure.dataset['state'];
    observer.unobserve(figure);
    observer.observe(figure);
  }
}

/** The figure at a height of the pages, and how much of it is above. */
function placeAt(pages: HTMLElement, height: number): { readonly figure: HTMLElement; readonly share: number } {
  const figures = [...pages.children] as HTMLElement[];
  const figure = figures.findLast(({ offsetTop }) => offsetTop <= height) ?? figures[0]!;
  return { figure, share: (height - figure.offsetTop) / Math.max(1, figure.offsetHeight) };
}

function goTo(pages: HTMLElement, page: number): void {
  const figure = pages.querySelector<HTMLElement>(`[data-page="${page}"]`);
  if (!figure) return;
  pages.dispatchEvent(new Event(LEAD));
  pages.scrollTop = figure.offsetTop;
}

function zoom(pages: HTMLElement, to: number): void {
  const half = pages.clientHeight / 2;
  const { figure, share } = placeAt(pages, pages.scrollTop + half);
  const across = (pages.scrollLeft + pages.clientWidth / 2) / Math.max(1, pages.scrollWidth);
  pages.style.setProperty('--zoom', String(to));
  pages.scrollTop = figure.offsetTop + share * figure.offsetHeight - half;
  pages.scrollLeft = across * pages.scrollWidth - pages.clientWidth / 2;
}

export const pageOf = (figure: HTMLElement): number => Number(figure.dataset['page']);
export const blockOf = (box: HTMLElement): number => Number(box.dataset['block']);

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
