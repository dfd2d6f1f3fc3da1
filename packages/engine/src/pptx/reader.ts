import { withArchive } from '../archive/open-archive.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow } from '../flow/flow.ts';
import type { FormatReader } from '../format-reader.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage, Relationships } from '../ooxml/package.ts';
import type { SourceFile } from '../source.ts';
import { childOf, childrenOf, descend, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { createLayouts } from './layouts.ts';
import { collectShapes } from './shapes.ts';
import { readSlide } from './slide.ts';
import { readTextBody } from './text.ts';

/**
 * Reads PPTX, a slide a page. Hidden slides keep their page, so that numbers agree with PowerPoint's, but their content
 * is left out with a warning.
 */
export const reader: FormatReader = createFlowReader(
  (file, flow) => withArchive(file, flow.limits, (archive) => walk(openPackage(archive, flow), file, flow)),
  { ownPages: true },
);

/** 7.5 inches in EMU, where a presentation does not say. */
const SLIDE_HEIGHT = 6_858_000;

async function walk(show: OoxmlPackage, file: SourceFile, flow: Flow): Promise<void> {
  const main = await show.mainPart();
  const root = await show.readXml(main);
  const relationships = await show.relationships(main);
  const inheritanceOf = createLayouts(show);
  const slideHeight = Number(childOf(root, 'p:sldSz')?.attributes['cy']) || SLIDE_HEIGHT;
  for (const { attributes } of childrenOf(childOf(root, 'p:sldIdLst'), 'p:sldId')) {
    const part = relationships.get(attributes['r:id'] ?? '');
    if (!part || part.external || !show.archive.has(part.target)) continue;
    await flow.startPage();
    const slide = await show.readSidePart(part.target);
    if (!slide) continue;
    if (isHidden(slide)) {
      flow.warn('hidden-slide-left-out');
      continue;
    }
    const own = await show.relationships(part.target);
    if ([...own.values()].some(({ type }) => type === 'comments')) flow.warn('comment-left-out');
    const inheritance = await inheritanceOf(findPart(own, 'slideLayout'));
    const reading = { show, file, flow, relationships: own, inheritance, slideHeight };
    for (const { block, images } of await readSlide(slide, reading)) await flow.add(block, images);
    await addNotes(show, findPart(own, 'notesSlide'), own, flow);
  }
}

const isHidden = (slide: XmlElement): boolean => /^(?:0|false)$/.test(slide.attributes['show'] ?? '');

const findPart = (relationships: Relationships, type: string): string | undefined =>
  [...relationships.values()].find((entry) => entry.type === type && !entry.external)?.target;

/** What notes pages repeat: the slide, and the lines of their edges. */
const FURNITURE = new Set(['sldImg', 'hdr', 'ftr', 'dt', 'sldNum']);

/**
 * Speaker notes stand after their slide with a label, which is no heading: an outline of slides would be half notes.
 */
async function addNotes(
  show: OoxmlPackage,
  part: string | undefined,
  relationships: Relationships,
  flow: Flow,
): Promise<void> {
  const notes = part === undefined ? undefined : await show.readSidePart(part);
  const bodies = collectShapes(descend(notes, 'p:cSld', 'p:spTree'), () => undefined).filter(
    ({ placeholder }) => !FURNITURE.has(placeholder?.type ?? ''),
  );
  const blocks = bodies.flatMap(({ element }) =>
    readTextBody(childOf(element, 'p:txBody'), relationships, () => undefined),
  );
  if (blocks.length === 0 || elementsOf(notes).length === 0) return;
  await flow.add({ kind: 'paragraph', content: [{ kind: 'text', text: 'Notes:', bold: true }] });
  for (const block of blocks) await flow.add(block);
}
