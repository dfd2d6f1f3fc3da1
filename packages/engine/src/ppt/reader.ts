import { withCompound } from '../compound/open-compound.ts';
import type { Block, Inline } from '../document.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import type { Flow } from '../flow/flow.ts';
import { slideTitle } from '../flow/heading.ts';
import { inReadingOrder } from '../flow/slide-order.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { readEmbedded } from '../ooxml/embedded.ts';
import type { SourceFile } from '../source.ts';
import { createPictureNames, findPicture } from '../office-art/pictures.ts';
import type { PictureNames, StoredPicture } from '../office-art/pictures.ts';
import { findRecords, recordOf, recordsIn, splitRecords } from '../office-art/records.ts';
import { openPpt, RECORD } from './file.ts';
import type { ListedSlide, PptFile } from './file.ts';
import { readSlideShapes } from './shapes.ts';
import type { PptShape } from './shapes.ts';
import { readTable } from './table.ts';
import { blocksOf, isBlank, readText } from './text.ts';
import type { PptReferences, PptText } from './text.ts';

/**
 * Reads presentations of PowerPoint 97 to 2003, a slide a page. Hidden slides keep their page, but their content is
 * left out with a warning.
 */
export const reader: FormatReader = createFlowReader(
  (file, flow) =>
    withCompound(file, flow.limits, async (compound) => {
      const show = await openPpt(compound);
      const reading: PptReading = {
        show,
        flow,
        references: { links: readLinks(show), fonts: readFonts(show) },
        names: createPictureNames(flow),
        picture: createStore(show),
        file,
      };
      for (const slide of show.slides) {
        await flow.startPage();
        if (isHidden(slide)) flow.warn('hidden-slide-left-out');
        else await addSlide(slide, reading);
      }
    }),
  { ownPages: true },
);

interface PptReading {
  readonly show: PptFile;
  readonly flow: Flow;
  readonly references: PptReferences;
  readonly names: PictureNames;
  readonly file: SourceFile;
  picture(number: number): StoredPicture | undefined;
}

/** Placeholders whose text every slide repeats: date, number, footer, header. */
const REPEATED = new Set([7, 8, 9, 10]);
const HIDDEN = 4;

function isHidden({ record }: ListedSlide): boolean {
  const info = recordOf(record.body, RECORD.showInfo)?.body;
  return info !== undefined && info.length >= 12 && (info.readUInt16LE(10) & HIDDEN) !== 0;
}

async function addSlide(slide: ListedSlide, reading: PptReading): Promise<void> {
  const shapes = readSlideShapes(slide.record)
    .filter(({ placeholder }) => placeholder === undefined || !REPEATED.has(placeholder))
    .map((shape) => ({
      ...shape,
      width: shape.right - shape.left,
      height: shape.bottom - shape.top,
      read: textOf(shape, slide, reading),
    }));
  const isTitle = ({ read }: { readonly read: PptText | undefined }): boolean => read?.kind === 'title';
  for (const { read } of shapes.filter(isTitle)) await addAll(titleOf(read!), reading);
  for (const shape of inReadingOrder(shapes.filter((each) => !isTitle(each))))
    if (!(await addObject(shape, reading))) await addAll(readShape(shape, shape.read, slide, reading), reading);
  await addNotes(slide, reading);
}

/** Adds an embedded document in place of the picture of it; false where there is none that can be read. */
async function addObject({ object }: PptShape, { show, file, flow }: PptReading): Promise<boolean> {
  if (object === undefined) return false;
  const bytes = show.object(object);
  if (!bytes) return false;
  const { blocks, images } = await readEmbedded({ name: `object${object}.bin`, bytes }, file, flow);
  await addBlocks(blocks, flow, { image: (name) => images.find((image) => image.name === name) });
  return blocks.length > 0;
}

/** A text of the slide's own, or the one of the document's outline that it refers to. */
function textOf({ text }: PptShape, { texts }: ListedSlide, { references }: PptReading): PptText | undefined {
  const reference = text.find(({ type }) => type === RECORD.outlineText)?.body;
  const outline = reference && reference.length >= 4 ? (texts[reference.readInt32LE(0)] ?? []) : [];
  return readText([...outline, ...text], references);
}

function readShape(
  { cells, picture, alt }: PptShape,
  text: PptText | undefined,
  slide: ListedSlide,
  reading: PptReading,
): Block[] {
  if (cells.length > 0)
    return readTable(cells, (cell) => {
      const own = textOf(cell, slide, reading);
      return own ? blocksOf(own) : [];
    });
  const found = reading.picture(picture);
  const figure: Block[] = found ? [{ kind: 'figure', image: reading.names.show(found, alt) }] : [];
  return [...(text ? blocksOf(text) : []), ...figure];
}

function titleOf({ paragraphs }: PptText): Block[] {
  const content = paragraphs
    .filter((paragraph) => !isBlank(paragraph.content))
    .flatMap((paragraph, n): Inline[] => [
      ...(n > 0 ? [{ kind: 'text', text: ' ' } as const] : []),
      ...paragraph.content,
    ]);
  return slideTitle(content);
}

/** Speaker notes stand after their slide with a label, as those of PPTX do. */
async function addNotes(slide: ListedSlide, reading: PptReading): Promise<void> {
  const atom = recordOf(slide.record.body, RECORD.slideAtom)?.body;
  const notes = atom && atom.length >= 20 ? reading.show.notes.get(atom.readUInt32LE(16)) : undefined;
  if (!notes) return;
  const texts = readSlideShapes(notes).flatMap(({ text }) => readText(text, reading.references) ?? []);
  const blocks = texts.filter(({ kind }) => kind === 'notes').flatMap(blocksOf);
  if (blocks.length === 0) return;
  await reading.flow.add({ kind: 'paragraph', content: [{ kind: 'text', text: 'Notes:', bold: true }] });
  await addAll(blocks, reading);
}

const TARGET = 1;

/** Addresses that texts link to, by number. */
function readLinks({ document }: PptFile): ReadonlyMap<number, string> {
  const links = new Map<number, string>();
  const objects = recordOf(document.body, RECORD.externalObjects);
  for (const { type, body } of recordsIn(objects?.body ?? Buffer.alloc(0))) {
    if (type !== RECORD.hyperlink) continue;
    const id = recordOf(body, RECORD.hyperlinkAtom)?.body;
    const target = [...recordsIn(body)].find((record) => record.type === RECORD.text && record.instance === TARGET);
    const href = target?.body.toString('utf16le') ?? '';
    if (id && id.length >= 4 && /^(?:https?|mailto|ftp|tel):/i.test(href)) links.set(id.readUInt32LE(0), href);
  }
  return links;
}

/** Names of fonts by number. */
function readFonts({ document }: PptFile): ReadonlyMap<number, string> {
  const environment = recordOf(document.body, RECORD.environment);
  const collection = recordOf(environment?.body ?? Buffer.alloc(0), RECORD.fontCollection);
  const fonts = [...recordsIn(collection?.body ?? Buffer.alloc(0))].filter(({ type }) => type === RECORD.font);
  return new Map(
    fonts.map(({ instance, body }) => [instance, body.toString('utf16le', 0, 64).split('\0', 1)[0]!.trim()]),
  );
}

const STORE = 0xf001;

/** Finds pictures by their number in the store. */
function createStore({ document, pictures }: PptFile): (number: number) => StoredPicture | undefined {
  const group = recordOf(document.body, RECORD.drawingGroup);
  const [store] = [...findRecords(group?.body ?? Buffer.alloc(0), STORE)];
  const entries = splitRecords(store?.body ?? Buffer.alloc(0));
  const known = new Map<number, StoredPicture | undefined>();
  return (number) => {
    const entry = entries[number - 1];
    if (entry && !known.has(number)) known.set(number, findPicture(entry, pictures));
    return known.get(number);
  };
}

const addAll = (blocks: readonly Block[], { flow, names }: PptReading): Promise<void> => addBlocks(blocks, flow, names);
