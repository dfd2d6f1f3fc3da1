/** Two places that scroll together. */
export interface ScrollSync {
  /** No place follows the other until a person scrolls again. */
  pause(): void;
  /** Brings an element into view in its place. */
  reveal(place: HTMLElement, element: Element): void;
  /** Moves a place to where the other one is. */
  align(place: HTMLElement): void;
}

/** An event by which a place says that it is moved for a person who does not touch it. */
export const LEAD = 'lead';

type Anchors = readonly (readonly [number, number])[];

/**
 * Keeps two places at the same passage: the one that a person scrolls leads. `read` finds heights on both sides that
 * belong together, when they are needed; their ends always do.
 */
export function syncScrolling(
  left: HTMLElement,
  right: HTMLElement,
  read: () => [number, number][],
  { signal }: { readonly signal: AbortSignal },
): ScrollSync {
  let leader: HTMLElement | undefined;
  let known: Anchors | undefined;
  const anchors = (): Anchors => (known ??= rising(read(), left.scrollHeight, right.scrollHeight));
  const forget = (): void => {
    known = undefined;
  };
  // Pictures and a narrower window move what stands below them.
  const sizes = new ResizeObserver(forget);
  for (const element of [left, right, ...right.children]) sizes.observe(element);
  left.addEventListener('load', forget, { capture: true, signal });
  signal.addEventListener('abort', () => sizes.disconnect());
  for (const [place, part] of [
    [left, left],
    [right, right.parentElement ?? right],
  ] as const)
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown', LEAD])
      part.addEventListener(event, () => (leader = place), { passive: true, capture: true, signal });
  const align = (from: HTMLElement, to: HTMLElement, side: 0 | 1): void => {
    // The line that is read goes down the window as the text goes up.
    const share = from.scrollTop / Math.max(1, from.scrollHeight - from.clientHeight);
    const height = between(anchors(), share * from.scrollHeight, side);
    to.scrollTop = (height / to.scrollHeight) * (to.scrollHeight - to.clientHeight);
  };
  const follow = (from: HTMLElement, to: HTMLElement, side: 0 | 1): void =>
    from.addEventListener(
      'scroll',
      () => {
        if (leader === from) align(from, to, side);
      },
      { signal },
    );
  follow(left, right, 0);
  follow(right, left, 1);
  return {
    pause: () => {
      leader = undefined;
    },
    align: (place) => (place === left ? align(right, left, 1) : align(left, right, 0)),
    reveal(place, element) {
      const [outer, inner] = [place.getBoundingClientRect(), element.getBoundingClientRect()];
      if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
      place.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
    },
  };
}

/** From end to end, rising on both sides: a second column does not lead back to the top of its page. */
function rising(found: readonly (readonly [number, number])[], left: number, right: number): Anchors {
  const anchors: [number, number][] = [[0, 0]];
  for (const [a, b] of found.toSorted(([a], [b]) => a - b)) {
    const [lastA, lastB] = anchors.at(-1)!;
    if (a > lastA) anchors.push([a, Math.min(right, Math.max(b, lastB))]);
  }
  anchors.push([left, right]);
  return anchors;
}

/** The height on the other side. */
function between(anchors: Anchors, height: number, side: 0 | 1): number {
  const other = side === 0 ? 1 : 0;
  const found = anchors.findIndex((anchor, at) => at > 0 && anchor[side] >= height);
  const after = found < 0 ? anchors.length - 1 : found;
  const [from, to] = [anchors[after - 1]!, anchors[after]!];
  const share = to[side] > from[side] ? (height - from[side]) / (to[side] - from[side]) : 0;
  return from[other] + Math.min(1, share) * (to[other] - from[other]);
}
