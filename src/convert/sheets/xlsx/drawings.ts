import type { Block } from '../../document.ts';
import type { FlowImage } from '../../flow/flow.ts';
import { readChart } from '../../ooxml/chart.ts';
import { partImage } from '../../ooxml/package.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import { findAll, findFirst } from '../../xml/element.ts';

/** Charts and images of a worksheet or chart sheet, in the order of its drawing part. */
export async function readDrawings(book: OoxmlPackage, part: string, includeImages: boolean): Promise<{ block: Block; images: FlowImage[] }[]> {
  const found: { block: Block; images: FlowImage[] }[] = [];
  for (const { type, target, external } of (await book.relationships(part)).values()) {
    if (type !== 'drawing' || external) continue;
    const root = await book.readXml(target);
    const relationships = await book.relationships(target);
    for (const picture of findAll(root, 'xdr:pic')) {
      const image = relationships.get(findFirst(picture, 'a:blip')?.attributes['r:embed'] ?? '');
      if (!image || image.external || !book.archive.has(image.target)) continue;
      const source = partImage(book.archive, image.target);
      const alt = findFirst(picture, 'xdr:cNvPr')?.attributes['descr'] ?? '';
      found.push({ block: { kind: 'figure', image: { kind: 'image', alt, ...(includeImages ? { asset: source.name } : {}) } }, images: [source] });
    }
    for (const chart of findAll(root, 'c:chart')) {
      const relationship = relationships.get(chart.attributes['r:id'] ?? '');
      const space = relationship && !relationship.external ? await book.readXml(relationship.target) : undefined;
      if (space) found.push(...readChart(space).map((block) => ({ block, images: [] })));
    }
  }
  return found;
}
