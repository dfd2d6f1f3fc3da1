import { tie, type Layout, type Ties } from './blocks.ts';
import { blockOf, pageOf, type PageViewer } from './pages.ts';
import { syncScrolling, type ScrollSync } from './scroll.ts';

/** A text beside the pictures of its pages. */
interface Connection {
  readonly text: HTMLElement;
  readonly viewer: PageViewer;
  readonly layout: Layout | undefined;
  readonly ties: Ties;
  readonly sync: ScrollSync;
  readonly signal: AbortSignal;
  /** The elements that show blocks, in their order. */
  readonly inOrder: readonly HTMLElement[];
  /** The one that Tab leads to. */
  entry: HTMLElement | undefined;
  /** Blocks below the pointer, else those that were chosen by a press or the keyboard. */
  pointed: readonly number[];
  chosen: readonly number[];
  highlighted: readonly HTMLElement[];
}

/**
 * Connects a text with the pictures of its pages, until the signal: they scroll together, and a block that is pointed
 * at or focused shows where it is on the other side.
 */
export function connect(
  text: HTMLElement,
  viewer: PageViewer,
  { layout, signal }: { readonly layout: Layout | undefined; readonly signal: AbortSignal },
): ScrollSync {
  const ties = tie(text, layout?.blocks ?? []);
  const sync = syncScrolling(text, viewer.pages, () => findAnchors(text, viewer.pages, ties, layout), { signal });
  const inOrder = [...ties.blocksOf.keys()] as HTMLElement[];
  const connection: Connection = {
    text,
    viewer,
    layout,
    ties,
    sync,
    signal,
    inOrder,
    entry: inOrder[0],
    pointed: [],
    chosen: [],
    highlighted: [],
  };
  for (const element of inOrder) element.tabIndex = element === connection.entry ? 0 : -1;
  viewer.onDrawn(() => highlight(connection));
  signal.addEventListener('abort', () => highlight(connection));
  listenToText(connection);
  listenToPages(connection);
  return sync;
}

function listenToText(connection: Connection): void {
  const { text, ties, signal } = connection;
  text.addEventListener(
    'pointermove',
    (event) => {
      if (isMoved(event)) point(connection, ties.blocksOf.get(elementAt(connection, event.target) ?? text) ?? []);
    },
    { signal },
  );
  text.addEventListener('pointerleave', () => point(connection, []), { signal });
  text.addEventListener('focusin', ({ target }) => choose(connection, elementAt(connection, target)), { signal });
  text.addEventListener('keydown', (event) => moveFocus(connection, event), { signal });
}

function listenToPages(connection: Connection): void {
  const { viewer, ties, signal } = connection;
  const boxAt = (target: EventTarget | null): HTMLElement | null => (target as HTMLElement).closest('.box');
  viewer.pages.addEventListener(
    'pointermove',
    (event) => {
      const box = boxAt(event.target);
      if (isMoved(event)) point(connection, box ? [blockOf(box)] : []);
    },
    { signal },
  );
  viewer.pages.addEventListener('pointerleave', () => point(connection, []), { signal });
  viewer.pages.addEventListener(
    'click',
    ({ target }) => {
      const box = boxAt(target);
      const [element] = (box && ties.elementsOf.get(blockOf(box))) ?? [];
      if (element) focusOn(connection, element);
    },
    { signal },
  );
}

/** Whether a person moved the pointer, and not the page below it. */
const isMoved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0;

/** The element of the text that shows blocks, around the target of an event. */
function elementAt({ text, ties }: Connection, target: EventTarget | null): HTMLElement | undefined {
  let element = target instanceof HTMLElement ? target : null;
  while (element && element !== text && !ties.blocksOf.has(element)) element = element.parentElement;
  return element && element !== text ? element : undefined;
}

function point(connection: Connection, blocks: readonly number[]): void {
  if (blocks.join() === connection.pointed.join()) return;
  connection.pointed = blocks;
  highlight(connection);
}

function highlight(connection: Connection): void {
  const { pointed, chosen, ties, viewer, signal } = connection;
  for (const element of connection.highlighted) element.classList.remove('lit');
  if (signal.aborted) return;
  const blocks = pointed.length > 0 ? pointed : chosen;
  connection.highlighted = blocks.flatMap((block) => [
    ...(ties.elementsOf.get(block) ?? []),
    ...(viewer.boxes.get(block) ?? []),
  ]);
  for (const element of connection.highlighted) element.classList.add('lit');
}

/** Chooses the blocks of an element, and shows the first of them on the pages. */
function choose(connection: Connection, element: HTMLElement | undefined): void {
  const { ties, viewer, layout, sync } = connection;
  connection.chosen = element ? ties.blocksOf.get(element)! : [];
  connection.pointed = [];
  highlight(connection);
  if (!element) return;
  if (connection.entry) connection.entry.tabIndex = -1;
  connection.entry = element;
  element.tabIndex = 0;
  sync.pause();
  const [block = -1] = connection.chosen;
  const page = layout?.blocks[block]?.boxes?.[0]?.page;
  const box = viewer.boxes.get(block)?.[0] ?? viewer.pages.querySelector<HTMLElement>(`[data-page="${page}"]`);
  if (box) sync.reveal(viewer.pages, box);
}

function moveFocus(connection: Connection, event: KeyboardEvent): void {
  const { inOrder, text } = connection;
  const at = inOrder.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const next = { ArrowDown: inOrder[at + 1], ArrowUp: inOrder[at - 1], Escape: text }[event.key];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  focusOn(connection, next);
}

/** Chosen where it stands on one side, so shown on the other. */
function focusOn({ sync, text }: Connection, element: HTMLElement): void {
  sync.pause();
  element.focus({ preventScroll: true });
  sync.reveal(text, element);
}

interface Sheet {
  readonly top: number;
  readonly height: number;
}

/** Pairs of heights on both sides that belong together, from top to bottom: blocks with boxes, else page markers. */
function findAnchors(
  text: HTMLElement,
  pages: HTMLElement,
  ties: Ties,
  layout: Layout | undefined,
): [number, number][] {
  const sheets = measureSheets(pages);
  const anchors: [number, number][] = [];
  for (const [element, [block = -1]] of ties.blocksOf) {
    const height = heightOnPages(block, sheets, layout);
    if (height !== undefined) anchors.push([heightIn(text, element), height]);
  }
  for (const marker of text.querySelectorAll<HTMLElement>('[data-page]')) {
    const sheet = sheets.get(Number(marker.dataset['page']));
    if (sheet) anchors.push([heightIn(text, marker), sheet.top]);
  }
  return anchors;
}

const heightIn = (place: HTMLElement, element: Element): number =>
  element.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;

function measureSheets(pages: HTMLElement): ReadonlyMap<number, Sheet> {
  const figures = [...pages.querySelectorAll<HTMLElement>('figure')];
  return new Map(
    figures.map((figure) => {
      const { height } = figure.firstElementChild!.getBoundingClientRect();
      return [pageOf(figure), { top: heightIn(pages, figure), height }];
    }),
  );
}

function heightOnPages(
  block: number,
  sheets: ReadonlyMap<number, Sheet>,
  layout: Layout | undefined,
): number | undefined {
  const place = layout?.blocks[block]?.boxes?.[0];
  const sheet = place && sheets.get(place.page);
  const size = place && layout?.sizes.get(place.page);
  return sheet && size && sheet.top + (place.box[1] / size.height) * sheet.height;
}
