import { make } from '../dom.ts';
import type { Heading } from './outline.ts';
import { pageOf, type PageViewer } from './pages.ts';
import type { Pictures } from './pictures.ts';

interface Sidebar {
  readonly headings: readonly Heading[];
  readonly onHeading: (heading: Heading) => void;
  /** Of documents whose pages are drawn. */
  readonly viewer?: PageViewer | undefined;
  readonly pictures: Pictures;
}

/** Small pictures of the pages, or the headings of the document; undefined where there are neither. */
export function sidebar({ headings, onHeading, viewer, pictures }: Sidebar): HTMLElement | undefined {
  const views = [
    ...(viewer ? [{ name: 'Pages', make: () => thumbnails(viewer, pictures) }] : []),
    ...(headings.length > 1 ? [{ name: 'Outline', make: () => outline(headings, onHeading) }] : []),
  ];
  const [first] = views;
  if (!first) return undefined;
  const place = make('div', { className: 'side-body' });
  const choices = views.map((view) => {
    const choice = make('button', { type: 'button', ariaPressed: 'false' }, view.name);
    let made: HTMLElement | undefined;
    choice.addEventListener('click', () => {
      for (const other of choices) other.ariaPressed = String(other === choice);
      place.replaceChildren((made ??= view.make()));
    });
    return choice;
  });
  choices[0]!.click();
  const group = make('div', { className: 'segments', role: 'group', ariaLabel: 'Show in the sidebar' }, ...choices);
  return make('nav', { className: 'sidebar', ariaLabel: 'Places in the document' }, group, place);
}

function outline(headings: readonly Heading[], onHeading: (heading: Heading) => void): HTMLElement {
  const items = headings.map((heading) => {
    const go = make('button', { type: 'button', title: heading.text }, heading.text);
    go.style.paddingLeft = `${0.5 + 0.75 * heading.depth}rem`;
    go.addEventListener('click', () => onHeading(heading));
    const page = heading.page === undefined ? [] : [make('span', {}, String(heading.page))];
    return make('li', {}, go, ...page);
  });
  return make('ol', { className: 'outline' }, ...items);
}

function thumbnails({ pages, current, goTo }: PageViewer, pictures: Pictures): HTMLElement {
  const list = make('ol', { className: 'thumbnails' });
  const drops = new Map<Element, () => void>();
  const buttons = ([...pages.children] as HTMLElement[]).map((figure) => {
    const page = pageOf(figure);
    const sheet = make('span', { className: 'thumbnail' });
    sheet.style.aspectRatio = (figure.firstElementChild as HTMLElement).style.aspectRatio;
    const element = make('button', { type: 'button', ariaLabel: `Page ${page}` }, sheet, String(page));
    element.addEventListener('click', () => goTo(page));
    list.append(make('li', { data: { thumbnail: `${page}` } }, element));
    return { page, element };
  });
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = target.querySelector('.thumbnail')!;
        if (!isIntersecting) drops.get(target)?.();
        drops.delete(target);
        if (!isIntersecting || sheet.hasChildNodes()) continue;
        const { url, drop } = pictures.ask(Number((target as HTMLElement).dataset['thumbnail']), false);
        drops.set(target, drop);
        // The page says what is wrong with its picture.
        void url.then((src) => sheet.replaceChildren(make('img', { src, alt: '' }))).catch(() => undefined);
      }
    },
    { root: list },
  );
  for (const item of list.children) observer.observe(item);
  let shown = 0;
  const follow = (): void => {
    const now = current();
    if (now === shown) return;
    shown = now;
    for (const { page, element } of buttons) {
      element.ariaCurrent = page === now ? 'page' : null;
      if (page !== now) continue;
      const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom)
        list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  };
  pages.addEventListener('scroll', () => requestAnimationFrame(follow));
  requestAnimationFrame(follow);
  return list;
}
