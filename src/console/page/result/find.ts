import { make } from '../dom.ts';
import { icon } from '../icons.ts';
import { marked } from './page-tools.ts';

const MOST = 10_000;
const TYPING_MS = 150;

/** A field that finds text in a place; `in` is asked for the place, since it changes. */
export function findTool(place: () => HTMLElement | undefined): { readonly element: HTMLElement; refresh(): void } {
  const input = make('input', {
    id: 'find',
    type: 'search',
    placeholder: 'Find',
    ariaLabel: 'Find in document',
  });
  const count = make('output', { className: 'count' });
  let found: Range[] = [];
  let at = -1;
  let typing = 0;
  const show = (): void => {
    count.textContent = input.value === '' ? '' : found.length === 0 ? 'None' : `${at + 1} of ${found.length}`;
    CSS.highlights.set('found', new Highlight(...found));
    const now = found[at];
    if (!now) return void CSS.highlights.delete('found-now');
    CSS.highlights.set('found-now', new Highlight(now));
    const outer = place()!.getBoundingClientRect();
    const inner = now.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      place()!.scrollTop += inner.top - outer.top - outer.height / 3;
  };
  const search = (): void => {
    const target = place();
    found = target && input.value !== '' ? findRanges(target, input.value) : [];
    at = found.length > 0 ? 0 : -1;
    show();
  };
  const step = (by: number): void => {
    if (found.length === 0) return;
    at = (at + by + found.length) % found.length;
    show();
  };
  input.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(search, TYPING_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape' && input.value !== '') {
      event.stopPropagation();
      input.value = '';
      search();
    }
  });
  const element = make(
    'div',
    { className: 'find', role: 'search' },
    make('span', { className: 'search' }, icon('search'), input),
    count,
    marked('up', 'Previous match', () => step(-1)),
    marked('down', 'Next match', () => step(1)),
  );
  return { element, refresh: search };
}

/** Where the text stands in a place, in upper or lower case, also across elements. */
function findRanges(place: HTMLElement, text: string): Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let all = '';
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    nodes.push({ node, start: all.length });
    all += node.data;
  }
  const [hay, needle] = [plain(all), plain(text)];
  const ranges: Range[] = [];
  let next = 0;
  for (
    let from = hay.indexOf(needle);
    from >= 0 && ranges.length < MOST;
    from = hay.indexOf(needle, from + needle.length)
  ) {
    while (next + 1 < nodes.length && nodes[next + 1]!.start <= from) next++;
    let end = next;
    while (end + 1 < nodes.length && nodes[end + 1]!.start < from + needle.length) end++;
    const range = document.createRange();
    range.setStart(nodes[next]!.node, from - nodes[next]!.start);
    range.setEnd(nodes[end]!.node, from + needle.length - nodes[end]!.start);
    ranges.push(range);
  }
  return ranges;
}

/** In lower case, where that keeps every place: a few letters become two. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
