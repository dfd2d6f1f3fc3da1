import { posix } from 'node:path';
import type { Block } from '../document.ts';
import type { Flow, FlowImage } from '../flow/flow.ts';
import { readChart } from '../ooxml/chart.ts';
import { readChartEx } from '../ooxml/chart-ex.ts';
import { readDiagram } from '../ooxml/diagram.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import type { OoxmlPackage, Relationship, Relationships } from '../ooxml/package.ts';
import type { SourceFile } from '../source.ts';
import type { XmlElement } from '../xml/element.ts';
import { plainParagraph } from './drawing.ts';

interface GraphicsReading {
  readonly document: OoxmlPackage;
  readonly relationships: Relationships;
  readonly file: SourceFile;
  readonly flow: Flow;
  /** Takes the images of embedded documents, by asset name. */
  readonly images: Map<string, FlowImage>;
}

const READERS: Readonly<Record<string, (root: XmlElement) => Block[]>> = {
  chart: readChart,
  chartEx: readChartEx,
  diagramData: (root) => readDiagram(root, plainParagraph),
};

/** Parts that are documents themselves: imported ones (17.17.2.1) and embedded objects. */
const DOCUMENTS = new Set(['aFChunk', 'package', 'oleObject']);

/** The blocks of charts, diagrams and embedded documents of a part, by relationship id. */
export async function readGraphics(reading: GraphicsReading): Promise<ReadonlyMap<string, readonly Block[]>> {
  const graphics = new Map<string, readonly Block[]>();
  for (const relationship of reading.relationships.values()) {
    const { id, type, target, external } = relationship;
    if (external) continue;
    if (DOCUMENTS.has(type)) graphics.set(id, await readDocument(relationship, reading));
    const read = READERS[type];
    const root = read && (await reading.document.readSidePart(target));
    if (root) graphics.set(id, read(root));
  }
  return graphics;
}

async function readDocument(
  { target }: Relationship,
  { document, file, flow, images }: GraphicsReading,
): Promise<readonly Block[]> {
  const bytes = await document.archive.read(target);
  if (!bytes) return [];
  const embedded = await readEmbedded({ name: posix.basename(target), bytes }, file, flow);
  for (const image of embedded.images) images.set(image.name, image);
  return embedded.blocks;
}
