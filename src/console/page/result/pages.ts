import { documentPasswords, isLocked, Refusal } from '../client.ts';
import { make, passwordField } from '../dom.ts';
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
  /** What scrolls: a figure for each page, with its number as `data-page`. */
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

export function viewPages({ jobId, start, end, layout, pictures }: Wanted): PageViewer {
  const pages = make('div', { className: 'pages', tabIndex: 0, role: 'group', ariaLabel: 'Document pages' });
  const lock = make('form', { className: 'lock', hidden: true });
  const boxes = new Map<number, HTMLElement[]>();
  const boxesOf = boxesByPage(layout);
  const listeners: (() => void)[] = [];
  const drops = new Map<HTMLElement, () => void>();

  const show = async (figure: HTMLElement): Promise<void> => {
    const page = pageOf(figure);
    const sheet = figure.firstElementChild as HTMLElement;
    figure.dataset['state'] = 'asked';
    sheet.textContent = `Drawing page ${page} …`;
    const { url, drop } = pictures.ask(page, true);
    drops.set(figure, drop);
    try {
      const image = make('img', { src: await url, alt: `Page ${page} of the document` });
      await image.decode();
      sheet.classList.add('drawn');
      if (!layout?.sizes.has(page)) sheet.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`;
      sheet.replaceChildren(image);
      for (const makeBox of boxesOf.get(page) ?? []) {
        const box = makeBox();
        sheet.append(box);
        boxes.set(blockOf(box), [...(boxes.get(blockOf(box)) ?? []), box]);
      }
      for (const listener of listeners) listener();
    } catch (error) {
      const locked = error instanceof Refusal && isLocked(error.body['code']);
      sheet.textContent = locked ? '' : `Failed to load page ${page}.`;
      if (locked) askPassword(error.message);
    } finally {
      drops.delete(figure);
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const figure = target as HTMLElement;
        if (isIntersecting && figure.dataset['state'] === undefined) void show(figure);
        else if (!isIntersecting && drops.has(figure)) {
          drops.get(figure)!();
          drops.delete(figure);
          delete figure.dataset['state'];
        }
      }
    },
    { root: pages, rootMargin: '25% 0px' },
  );
  for (let page = start; page <= end; page++) {
    const sheet = make('div', { className: 'sheet' });
    const size = layout?.sizes.get(page);
    if (size) sheet.style.aspectRatio = `${size.width} / ${size.height}`;
    const figure = make('figure', { data: { page: `${page}` } }, sheet, make('figcaption', {}, `Page ${page}`));
    pages.append(figure);
    observer.observe(figure);
  }

  const askPassword = (message: string): void => {
    if (!lock.hidden) return;
    const field = passwordField('the document');
    field.required = true;
    lock.replaceChildren(
      make('p', {}, message),
      make('div', { className: 'row' }, field, make('button', {}, 'Show pages')),
    );
    lock.hidden = false;
  };
  lock.addEventListener('submit', (event) => {
    event.preventDefault();
    documentPasswords.set(jobId, lock.querySelector('input')!.value);
    lock.hidden = true;
    for (const figure of pages.querySelectorAll<HTMLElement>('figure:not(:has(.drawn))')) {
      delete figure.dataset['state'];
      observer.unobserve(figure);
      observer.observe(figure);
    }
  });

  /** The figure at a height of the view, and how much of it is above. */
  const at = (height: number): { readonly figure: HTMLElement; readonly share: number } => {
    const figures = [...pages.children] as HTMLElement[];
    const figure = figures.findLast(({ offsetTop }) => offsetTop <= height) ?? figures[0]!;
    return { figure, share: (height - figure.offsetTop) / Math.max(1, figure.offsetHeight) };
  };
  return {
    element: make('div', { className: 'viewer' }, lock, pages),
    pages,
    boxes,
    current: () => pageOf(at(pages.scrollTop + pages.clientHeight / 2).figure),
    goTo(page) {
      const figure = pages.querySelector<HTMLElement>(`[data-page="${page}"]`);
      if (!figure) return;
      pages.dispatchEvent(new Event(LEAD));
      pages.scrollTop = figure.offsetTop;
    },
    zoom(to) {
      const half = pages.clientHeight / 2;
      const { figure, share } = at(pages.scrollTop + half);
      const across = (pages.scrollLeft + pages.clientWidth / 2) / Math.max(1, pages.scrollWidth);
      pages.style.setProperty('--zoom', String(to));
      pages.scrollTop = figure.offsetTop + share * figure.offsetHeight - half;
      pages.scrollLeft = across * pages.scrollWidth - pages.clientWidth / 2;
    },
    onDrawn: (listener) => void listeners.push(listener),
  };
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
