import type { RawTag } from '../layout/model/raw-page.ts';
import type { CoreCatalog, CorePage, CoreTag } from '../../../pdf-core/src/types.ts';

const MAX_DEPTH = 40;

/** The branches of the structure tree that touch a page, or undefined when the document has none. */
export function readTags(catalog: CoreCatalog, page: CorePage): RawTag[] | undefined {
  try {
    const root = catalog.structTreeRoot;
    if (!root) return undefined;
    const own = `p${page.ref?.toString() ?? ''}_mc`;
    const tags = (page._parseStructTree(root).serializable.children ?? [])
      .map((tag) => convert(tag, own, 0))
      .filter((tag) => tag !== undefined);
    return tags.length === 0 ? undefined : tags;
  } catch {
    return undefined;
  }
}

/** Undefined for a branch without content on this page. `own` begins the ids of the page's marked content. */
function convert(tag: CoreTag, own: string, depth: number): RawTag | undefined {
  if (tag.role === undefined || depth > MAX_DEPTH) return undefined;
  const held = convertChildren(tag, own, depth);
  const isEmpty = held.kids.length === 0 && held.content.length === 0;
  if (isEmpty && tag.alt === undefined && tag.role !== 'TD' && tag.role !== 'TH') return undefined;
  return { role: tag.role, ...held, ...attributesOf(tag) };
}

function convertChildren(tag: CoreTag, own: string, depth: number): Pick<RawTag, 'kids' | 'content' | 'kidsBefore'> {
  const kids: RawTag[] = [];
  const content: number[] = [];
  const kidsBefore: number[] = [];
  for (const child of tag.children ?? []) {
    const mcid = mcidOf(child, own);
    const kid = child.type === undefined ? convert(child, own, depth + 1) : undefined;
    if (kid !== undefined) kids.push(kid);
    if (mcid === undefined) continue;
    content.push(mcid);
    kidsBefore.push(kids.length);
  }
  return { kids, content, kidsBefore };
}

function mcidOf(child: CoreTag, own: string): number | undefined {
  if (child.type !== 'content' || child.id?.startsWith(own) !== true) return undefined;
  const mcid = Number(child.id.slice(own.length));
  return Number.isInteger(mcid) ? mcid : undefined;
}

function attributesOf({ alt, lang, rowSpan, colSpan }: CoreTag): Pick<RawTag, 'alt' | 'lang' | 'rowSpan' | 'colSpan'> {
  return {
    ...(alt === undefined ? {} : { alt }),
    ...(lang === undefined ? {} : { lang }),
    ...(typeof rowSpan === 'number' && rowSpan > 1 ? { rowSpan } : {}),
    ...(typeof colSpan === 'number' && colSpan > 1 ? { colSpan } : {}),
  };
}
