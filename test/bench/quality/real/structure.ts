import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * An element of a structure tree, its type mapped to the standard ones (ISO 32000-2, 14.7.3); text is in nodes of the
 * type `#text`.
 */
export interface Tag {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly text: string;
  readonly children: Tag[];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Dict = Readonly<Record<string, Json>>;

interface Placed {
  text: string;
  readonly y: number;
  lastY: number;
  readonly x: number;
  lastX: number;
  readonly size: number;
}

const STANDARD = new Set(
  `Document DocumentFragment Part Sect Div Aside NonStruct Art BlockQuote TOC TOCI Index Private P H H1 H2 H3 H4 H5 H6 Title L LI Lbl LBody Table TR TH TD THead
TBody TFoot Caption Figure Formula Form Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP FENote Sub Em Strong Artifact`.split(
    /\s/u,
  ),
);

interface Objects {
  readonly resolve: (value: Json | undefined) => Json;
  readonly dictOf: (value: Json | undefined) => Dict;
  readonly root: Dict;
}

function objectsOf(path: string): Objects {
  // it ends with 3 where it repaired something: what it printed is good
  const { stdout } = spawnSync('qpdf', ['--json=2', '--json-key=qpdf', '--json-stream-data=none', path], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: 60_000,
  });
  const { qpdf } = JSON.parse(stdout) as { qpdf: [unknown, Record<string, { value?: Json; stream?: { dict: Json } }>] };
  const objects = qpdf[1];
  const resolve = (value: Json | undefined): Json => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/u.test(value)) return value ?? null;
    const held = objects[`obj:${value}`];
    return held?.value ?? held?.stream?.dict ?? null;
  };
  const dictOf = (value: Json | undefined): Dict => {
    const held = resolve(value);
    return held !== null && typeof held === 'object' && !Array.isArray(held) ? (held as Dict) : {};
  };
  return { resolve, dictOf, root: dictOf(dictOf(objects['trailer']?.value)['/Root']) };
}

/** The text of each marked-content sequence, by page and number, as far as it is not an artifact. */
async function contentsOf(path: string, pages: number): Promise<{ texts: Map<string, Placed>; pageIds: string[] }> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const texts = new Map<string, Placed>();
  const pageIds: string[] = [];
  for (let number = 1; number <= Math.min(pages, document.numPages); number++) {
    const page = await document.getPage(number);
    const ref = page.ref;
    const pageId = ref ? `${ref.num} ${ref.gen} R` : '';
    pageIds.push(pageId);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const open: (string | undefined)[] = [];
    for (const item of items) {
      if (!('str' in item)) {
        if (item.type === 'endMarkedContent') open.pop();
        else {
          const mcid = /_mc(\d+)$/u.exec(item.id ?? '')?.[1];
          open.push(
            (item as { tag?: string }).tag === 'Artifact'
              ? undefined
              : mcid === undefined
                ? open.at(-1)
                : `${pageId} ${mcid}`,
          );
        }
        continue;
      }
      const key = open.at(-1);
      if (key === undefined) continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const text = item.str + (item.hasEOL ? '\n' : '');
      const held = texts.get(key);
      if (held) {
        held.text += text;
        if (item.str.trim() !== '') Object.assign(held, { lastY: y, lastX: x + item.width });
      } else if (text.trim() !== '')
        texts.set(key, { text, y, lastY: y, x, lastX: x + item.width, size: item.height || 10 });
    }
    page.cleanup();
  }
  await task.destroy();
  return { texts, pageIds };
}

function attributesOf(held: Json, resolve: (value: Json) => Json): Map<string, string> {
  const found = new Map<string, string>();
  const list = Array.isArray(held) ? (held as readonly Json[]) : [held];
  for (const entry of list) {
    const dict = resolve(entry);
    if (dict === null || typeof dict !== 'object') continue;
    for (const name of ['RowSpan', 'ColSpan']) {
      const value = (dict as Dict)[`/${name}`];
      if (typeof value === 'number') found.set(name, String(value));
    }
  }
  return found;
}

/** The structure tree of a PDF with its texts, as far as they stand on the first pages. */
export async function readStructure(path: string, pages: number): Promise<Tag> {
  const { resolve, dictOf, root } = objectsOf(path);
  const { texts, pageIds } = await contentsOf(path, pages);
  const known = new Set(pageIds);
  const tree = dictOf(root['/StructTreeRoot']);
  const roles = dictOf(tree['/RoleMap']);
  const classes = dictOf(tree['/ClassMap']);
  const typeOf = (name: string): string => {
    let own = name;
    for (let step = 0; step < 6 && !STANDARD.has(own.slice(1)); step++) {
      const next = roles[own];
      if (typeof next !== 'string') break;
      own = next;
    }
    return own.slice(1);
  };
  let last: Placed | undefined;
  const textOf = (key: string): Tag[] => {
    const held = texts.get(key);
    if (!held) return [];
    const near =
      last && Math.abs(last.lastY - held.y) < 0.5 * held.size && Math.abs(held.x - last.lastX) < 0.15 * held.size;
    const text = (last && !near ? '\n' : '') + held.text;
    last = held;
    return [{ name: '#text', attributes: new Map(), text, children: [] }];
  };
  const seen = new Set<Json>();
  const kidsOf = (kid: Json, page: string): Tag[] => {
    if (typeof kid === 'number') return known.has(page) ? textOf(`${page} ${kid}`) : [];
    const held = resolve(kid);
    if (Array.isArray(held)) return (held as readonly Json[]).flatMap((each) => kidsOf(each, page));
    if (held === null || typeof held !== 'object') return [];
    const dict = held as Dict;
    const ownPage = typeof dict['/Pg'] === 'string' ? dict['/Pg'] : page;
    if (dict['/Type'] === '/OBJR') return [];
    if (typeof dict['/MCID'] === 'number')
      return known.has(ownPage) && dict['/Stm'] === undefined ? textOf(`${ownPage} ${dict['/MCID']}`) : [];
    if (seen.has(dict)) return [];
    seen.add(dict);
    const tag = tagOf(dict, kidsOf(dict['/K'] ?? null, ownPage));
    // an empty cell keeps its place
    return tag.children.length > 0 || tag.name === 'TD' || tag.name === 'TH' ? [tag] : [];
  };
  const tagOf = (dict: Dict, children: Tag[]): Tag => {
    const name = typeof dict['/S'] === 'string' ? typeOf(dict['/S']) : '?';
    const classed = typeof dict['/C'] === 'string' ? (classes[dict['/C']] ?? null) : null;
    const attributes = new Map([
      ...attributesOf(resolve(classed), resolve),
      ...attributesOf(resolve(dict['/A']), resolve),
    ]);
    return { name, attributes, text: '', children };
  };
  return { name: 'Root', attributes: new Map(), text: '', children: kidsOf(tree['/K'] ?? null, '') };
}
