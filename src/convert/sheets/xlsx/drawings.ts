import type { Block } from '../../document.ts';
import type { FlowImage } from '../../flow/flow.ts';
import { readChart } from '../../ooxml/chart.ts';
import { altText, partImage } from '../../ooxml/package.ts';
import type { OoxmlPackage, Relationships } from '../../ooxml/package.ts';
import { descend, elementsOf, findAll, findFirst, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';

/** Charts and images of a worksheet or chart sheet, in the order of its drawing part. */
export async function readDrawings(
  book: OoxmlPackage,
  part: string,
  includeImages: boolean,
): Promise<{ block: Block; images: FlowImage[]; row: number }[]> {
  const found: { block: Block; images: FlowImage[]; row: number }[] = [];
  for (const { type, target, external } of (await book.relationships(part)).values()) {
    if (type !== 'drawing' || external) continue;
    const root = await book.readXml(target);
    const relationships = await book.relationships(target);
    for (const anchor of elementsOf(root)) {
      const row = Number(textOf(descend(anchor, 'xdr:from', 'xdr:row')) || 0);
      found.push(...(await readAnchor(anchor, book, relationships, includeImages)).map((entry) => ({ ...entry, row })));
    }
  }
  return found.sort((a, b) => a.row - b.row);
}

async function readAnchor(
  anchor: XmlElement,
  book: OoxmlPackage,
  relationships: Relationships,
  includeImages: boolean,
): Promise<{ block: Block; images: FlowImage[] }[]> {
  const found: { block: Block; images: FlowImage[] }[] = [];
  for (const picture of findAll(anchor, 'xdr:pic')) {
    const image = relationships.get(findFirst(picture, 'a:blip')?.attributes['r:embed'] ?? '');
    if (!image || image.external || !book.archive.has(image.target)) continue;
    const source = partImage(book.archive, image.target);
    const alt = altText(findFirst(picture, 'xdr:cNvPr'));
    found.push({
      block: { kind: 'figure', image: { kind: 'image', alt, ...(includeImages ? { asset: source.name } : {}) } },
      images: [source],
    });
  }
  for (const chart of findAll(anchor, 'c:chart')) {
    const relationship = relationships.get(chart.attributes['r:id'] ?? '');
    const space = relationship && !relationship.external ? await book.readXml(relationship.target) : undefined;
    if (space) found.push(...readChart(space).map((block) => ({ block, images: [] })));
  }
  return found;
}
