import type { RawTag } from '../layout/raw-page.ts';
import type { CoreCatalog, CorePage, CoreTag } from './core/types.ts';

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

/** Undefined for a branch without content on this page. */
function convert(tag: CoreTag, own: string, depth: number): RawTag | undefined {
  if (tag.role === undefined || depth > MAX_DEPTH) return undefined;
  const kids: RawTag[] = [];
  const content: number[] = [];
  const kidsBefore: number[] = [];
  for (const child of tag.children ?? []) {
    if (child.type === 'content' && child.id?.startsWith(own) === true) {
      const mcid = Number(child.id.slice(own.length));
      if (!Number.isInteger(mcid)) continue;
      content.push(mcid);
      kidsBefore.push(kids.length);
    } else if (child.type === undefined) {
      const kid = convert(child, own, depth + 1);
      if (kid !== undefined) kids.push(kid);
    }
  }
  const isCell = tag.role === 'TD' || tag.role === 'TH';
  if (kids.length === 0 && content.length === 0 && tag.alt === undefined && !isCell) return undefined;
  return {
    role: tag.role,
    kids,
    content,
    kidsBefore,
    ...(tag.alt === undefined ? {} : { alt: tag.alt }),
    ...(tag.lang === undefined ? {} : { lang: tag.lang }),
    ...(typeof tag.rowSpan === 'number' && tag.rowSpan > 1 ? { rowSpan: tag.rowSpan } : {}),
    ...(typeof tag.colSpan === 'number' && tag.colSpan > 1 ? { colSpan: tag.colSpan } : {}),
  };
}
