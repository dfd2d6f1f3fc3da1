/** A block of the output `document`, as far as the console shows it; `start` and `end` are places in the text. */
export interface Block {
  readonly role: string;
  readonly level?: number;
  readonly start: number;
  readonly end: number;
  readonly boxes?: readonly { readonly page: number; readonly box: readonly [number, number, number, number] }[];
  readonly confidence?: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Where the blocks of a document stand, in its Markdown and on its pages. */
export interface Layout {
  readonly blocks: readonly Block[];
  readonly sizes: ReadonlyMap<number, PageSize>;
}

interface DocumentJson {
  readonly blocks: readonly Block[];
  readonly pages: readonly ({ readonly page: number } & Partial<PageSize>)[];
}

/** Reads the output `document`; its offsets count bytes of the Markdown. */
export function readLayout(json: string, markdown: Uint8Array): Layout {
  const { blocks, pages } = JSON.parse(json) as DocumentJson;
  const decoder = new TextDecoder();
  let bytes = 0;
  let place = 0;
  const placeOf = (offset: number): number => {
    place += decoder.decode(markdown.subarray(bytes, offset)).length;
    bytes = offset;
    return place;
  };
  return {
    blocks: blocks.map((block) => ({ ...block, start: placeOf(block.start), end: placeOf(block.end) })),
    sizes: new Map(
      pages.flatMap(({ page, width, height }) => (width && height ? [[page, { width, height }] as const] : [])),
    ),
  };
}

/** The blocks by their index, and the elements of the rendered text that show them. */
export interface Ties {
  readonly blocksOf: ReadonlyMap<Element, readonly number[]>;
  readonly elementsOf: ReadonlyMap<number, readonly HTMLElement[]>;
}

/** Finds which elements show which blocks. `data-from` and `data-to` say where the text of an element is from. */
export function tie(text: HTMLElement, blocks: readonly Block[]): Ties {
  const blocksOf = new Map<Element, readonly number[]>();
  const elementsOf = new Map<number, HTMLElement[]>();
  const add = (element: HTMLElement, shown: readonly number[]): void => {
    blocksOf.set(element, shown);
    for (const block of shown) elementsOf.set(block, [...(elementsOf.get(block) ?? []), element]);
  };
  let next = 0;
  for (const element of text.querySelectorAll<HTMLElement>('[data-from]')) {
    const [from, to] = [Number(element.dataset['from']), Number(element.dataset['to'])];
    while (next < blocks.length && blocks[next]!.end <= from) next++;
    const shown: number[] = [];
    for (let at = next; at < blocks.length && blocks[at]!.start < to; at++) shown.push(at);
    const items = /^[OU]L$/.test(element.tagName) ? [...element.querySelectorAll('li')] : [];
    // The items of a list, nested or not, are blocks in the same order.
    if (items.length === shown.length) items.forEach((item, at) => add(item, [shown[at]!]));
    else if (shown.length > 0) add(element, shown);
  }
  return { blocksOf, elementsOf };
}

/** The kind of a block, in words. */
export function labelOf({ role, level, confidence }: Block): string {
  const words = role === 'toc' ? 'Contents' : role[0]!.toUpperCase() + role.slice(1).replace('-', ' ');
  const numbered = role === 'heading' && level !== undefined ? `${words} ${level}` : words;
  return confidence === undefined ? numbered : `${numbered}, OCR ${Math.round(confidence)} %`;
}
