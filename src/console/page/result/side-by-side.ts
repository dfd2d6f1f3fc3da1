import { tie, type Layout, type Ties } from './blocks.ts';
import { blockOf, pageOf, type PageViewer } from './pages.ts';
import { keepTogether, type Together } from './scroll.ts';

/**
 * Connects a text with the pictures of its pages, until the signal: they scroll together, and a block that is pointed
 * at or focused shows where it is on the other side.
 */
export function connect(
  text: HTMLElement,
  viewer: PageViewer,
  { layout, signal }: { readonly layout: Layout | undefined; readonly signal: AbortSignal },
): Together {
  const ties = tie(text, layout?.blocks ?? []);
  /** What is pointed at, else what was chosen by a press or the keyboard. */
  let pointed: readonly number[] = [];
  let chosen: readonly number[] = [];
  let lit: HTMLElement[] = [];
  const light = (): void => {
    for (const element of lit) element.classList.remove('lit');
    if (signal.aborted) return;
    const blocks = pointed.length > 0 ? pointed : chosen;
    lit = blocks.flatMap((block) => [...(ties.elementsOf.get(block) ?? []), ...(viewer.boxes.get(block) ?? [])]);
    for (const element of lit) element.classList.add('lit');
  };
  viewer.onDrawn(light);
  signal.addEventListener('abort', light);
  const together = keepTogether(text, viewer.pages, () => anchorsOf(text, viewer.pages, ties, layout), { signal });
  const choose = (blocks: readonly number[]): void => {
    chosen = blocks;
    pointed = [];
    light();
  };
  const point = (blocks: readonly number[]): void => {
    if (blocks.join() === pointed.join()) return;
    pointed = blocks;
    light();
  };
  /** Whether a person moved the pointer, and not the page below it. */
  const moved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0;
  /** Chosen where it stands on one side, so shown on the other. */
  const focusOn = (element: HTMLElement): void => {
    together.pause();
    element.focus({ preventScroll: true });
    together.reveal(text, element);
  };

  const shownBy = (target: EventTarget | null): HTMLElement | undefined => {
    let element = target instanceof HTMLElement ? target : null;
    while (element && element !== text && !ties.blocksOf.has(element)) element = element.parentElement;
    return element && element !== text ? element : undefined;
  };
  text.addEventListener(
    'pointermove',
    (event) => {
      if (moved(event)) point(ties.blocksOf.get(shownBy(event.target) ?? text) ?? []);
    },
    { signal },
  );
  text.addEventListener('pointerleave', () => point([]), { signal });
  const inOrder = [...ties.blocksOf.keys()] as HTMLElement[];
  for (const element of inOrder) element.tabIndex = -1;
  let entry = inOrder[0];
  if (entry) entry.tabIndex = 0;
  text.addEventListener(
    'focusin',
    ({ target }) => {
      const element = shownBy(target);
      choose(element ? ties.blocksOf.get(element)! : []);
      if (!element) return;
      if (entry) entry.tabIndex = -1;
      entry = element;
      element.tabIndex = 0;
      together.pause();
      const [block = -1] = ties.blocksOf.get(element)!;
      const page = layout?.blocks[block]?.boxes?.[0]?.page;
      const box = viewer.boxes.get(block)?.[0] ?? viewer.pages.querySelector<HTMLElement>(`[data-page="${page}"]`);
      if (box) together.reveal(viewer.pages, box);
    },
    { signal },
  );
  text.addEventListener(
    'keydown',
    (event) => {
      const at = inOrder.indexOf(event.target as HTMLElement);
      if (at < 0) return;
      const next = { ArrowDown: inOrder[at + 1], ArrowUp: inOrder[at - 1], Escape: text }[event.key];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      focusOn(next);
    },
    { signal },
  );

  viewer.pages.addEventListener(
    'pointermove',
    (event) => {
      const box = (event.target as HTMLElement).closest<HTMLElement>('.box');
      if (moved(event)) point(box ? [blockOf(box)] : []);
    },
    { signal },
  );
  viewer.pages.addEventListener('pointerleave', () => point([]), { signal });
  viewer.pages.addEventListener(
    'click',
    ({ target }) => {
      const box = (target as HTMLElement).closest<HTMLElement>('.box');
      const [element] = (box && ties.elementsOf.get(blockOf(box))) ?? [];
      if (element) focusOn(element);
    },
    { signal },
  );
  return together;
}

/** Pairs of heights on both sides that belong together, from top to bottom: blocks with boxes, else page markers. */
function anchorsOf(text: HTMLElement, pages: HTMLElement, ties: Ties, layout: Layout | undefined): [number, number][] {
  const heightIn = (place: HTMLElement, element: Element): number =>
    element.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
  const sheets = new Map(
    [...pages.querySelectorAll<HTMLElement>('figure')].map((figure) => {
      const { height } = figure.firstElementChild!.getBoundingClientRect();
      return [pageOf(figure), { top: heightIn(pages, figure), height }];
    }),
  );
  const anchors: [number, number][] = [];
  for (const [element, [block = -1]] of ties.blocksOf) {
    const { page, box } = layout?.blocks[block]?.boxes?.[0] ?? {};
    const [sheet, size] = [sheets.get(page ?? 0), layout?.sizes.get(page ?? 0)];
    if (sheet && size && box)
      anchors.push([heightIn(text, element), sheet.top + (box[1] / size.height) * sheet.height]);
  }
  for (const marker of text.querySelectorAll<HTMLElement>('[data-page]')) {
    const sheet = sheets.get(Number(marker.dataset['page']));
    if (sheet) anchors.push([heightIn(text, marker), sheet.top]);
  }
  return anchors;
}
