import { tie, type Layout, type Ties } from './blocks.ts';
import { make } from './dom.ts';
import { viewPages } from './pages.ts';
import { keepTogether } from './scroll.ts';

interface SideBySide {
  readonly jobId: string;
  readonly start: number;
  readonly end: number;
  /** Of jobs that made the output `document`. */
  readonly layout: Layout | undefined;
}

/**
 * The rendered text beside the pictures of its pages. They scroll together, and a block that is pointed at or focused
 * shows where it is on the other side.
 */
export function sideBySide(text: HTMLElement, { layout, ...pages }: SideBySide): HTMLElement {
  const ties = tie(text, layout?.blocks ?? []);
  const boxes = new Map<number, HTMLElement[]>();
  /** What is pointed at, else what was chosen by a press or the keyboard. */
  let pointed: readonly number[] = [];
  let chosen: readonly number[] = [];
  let lit: HTMLElement[] = [];
  const light = (): void => {
    for (const element of lit) element.classList.remove('lit');
    const blocks = pointed.length > 0 ? pointed : chosen;
    lit = blocks.flatMap((block) => [...(ties.elementsOf.get(block) ?? []), ...(boxes.get(block) ?? [])]);
    for (const element of lit) element.classList.add('lit');
  };
  const viewer = viewPages({
    ...pages,
    layout,
    drawn: (made) => {
      for (const box of made) boxes.set(blockOf(box), [...(boxes.get(blockOf(box)) ?? []), box]);
      light();
    },
  });
  const together = keepTogether(text, viewer.pages, () => anchorsOf(text, viewer.pages, ties, layout));
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
  text.addEventListener('pointermove', (event) => {
    if (moved(event)) point(ties.blocksOf.get(shownBy(event.target) ?? text) ?? []);
  });
  text.addEventListener('pointerleave', () => point([]));
  text.addEventListener('focusin', ({ target }) => {
    const element = shownBy(target);
    choose(element ? ties.blocksOf.get(element)! : []);
    if (!element) return;
    for (const other of text.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    element.tabIndex = 0;
    together.pause();
    const [block = -1] = ties.blocksOf.get(element)!;
    const page = layout?.blocks[block]?.boxes?.[0]?.page;
    const box = boxes.get(block)?.[0] ?? viewer.pages.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (box) together.reveal(viewer.pages, box);
  });
  const inOrder = [...ties.blocksOf.keys()] as HTMLElement[];
  for (const element of inOrder) element.tabIndex = -1;
  if (inOrder[0]) inOrder[0].tabIndex = 0;
  text.addEventListener('keydown', (event) => {
    const at = inOrder.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const next = { ArrowDown: inOrder[at + 1], ArrowUp: inOrder[at - 1], Escape: text }[event.key];
    if (!next) return;
    event.preventDefault();
    focusOn(next);
  });

  viewer.pages.addEventListener('pointermove', (event) => {
    const box = (event.target as HTMLElement).closest<HTMLElement>('.box');
    if (moved(event)) point(box ? [blockOf(box)] : []);
  });
  viewer.pages.addEventListener('pointerleave', () => point([]));
  viewer.pages.addEventListener('click', ({ target }) => {
    const box = (target as HTMLElement).closest<HTMLElement>('.box');
    const [element] = (box && ties.elementsOf.get(blockOf(box))) ?? [];
    if (element) focusOn(element);
  });
  return make('div', { className: 'side' }, text, viewer.element);
}

const blockOf = (box: HTMLElement): number => Number(box.dataset['block']);

/** Pairs of heights on both sides that belong together, from top to bottom: blocks with boxes, else page markers. */
function anchorsOf(text: HTMLElement, pages: HTMLElement, ties: Ties, layout: Layout | undefined): [number, number][] {
  const heightIn = (place: HTMLElement, element: Element): number =>
    element.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
  const sheets = new Map(
    [...pages.querySelectorAll<HTMLElement>('figure')].map((figure) => {
      const { height } = figure.firstElementChild!.getBoundingClientRect();
      return [Number(figure.dataset['page']), { top: heightIn(pages, figure), height }];
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
