import { withArchive } from '../archive/open-archive.ts';
import type { Archive } from '../archive/open-archive.ts';
import type { Heading } from '../document.ts';
import { addBlocks } from '../flow/add-blocks.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { createBlockReader } from '../html/blocks.ts';
import { createSideNotes } from '../html/constructs/side-notes.ts';
import type { SideNotes } from '../html/constructs/side-notes.ts';
import type { HtmlReferences } from '../html/references.ts';
import { fragment } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { readBook } from './book.ts';
import type { SpineItem } from './book.ts';
import { lacksTitle, readChapter } from './chapter.ts';
import type { Chapter } from './chapter.ts';
import type { ContentsEntry } from './contents.ts';
import { createBookImages } from './images.ts';
import type { BookImages } from './images.ts';
import { createNotes, looksLikeReference, linksOf, withRaised, withoutNotes } from './notes.ts';
import type { Note, Notes } from './notes.ts';

/**
 * Reads EPUB 2 and 3 in the order of the spine, one chapter at a time. The table of contents is left out: its links
 * lead nowhere in Markdown.
 */
export const reader: FormatReader = createFlowReader((file, flow) =>
  withArchive(file, flow.limits, async (archive) => {
    const { spine, unknown, contents } = await readBook(archive, flow.limits);
    for (const id of unknown) flow.warn('part-missing', id);
    const context: BookContext = {
      archive,
      flow,
      images: createBookImages(archive, flow),
      notes: createNotes((part) => readChapter(archive, part, flow)),
      sideNotes: createSideNotes('side-'),
    };
    for (const item of spine) {
      if (item.isContents) flow.warn('table-of-contents-left-out');
      else await addItem(item, contents.get(item.part), context);
    }
  }),
);

interface BookContext {
  readonly archive: Archive;
  readonly flow: Flow;
  readonly images: BookImages;
  readonly notes: Notes;
  readonly sideNotes: SideNotes;
}

async function addItem(
  { part, contentType }: SpineItem,
  entry: ContentsEntry | undefined,
  context: BookContext,
): Promise<void> {
  const { archive, flow, images } = context;
  if (contentType.startsWith('image/')) {
    const image = images.read(part, '');
    return await addBlocks([{ kind: 'figure', image }], flow, images);
  }
  if (!/html|xml/i.test(contentType)) return flow.warn('part-skipped', part);
  const chapter = await readChapter(archive, part, flow);
  if (!chapter) return flow.warn('part-missing', part);
  if (entry && lacksTitle(chapter.body, entry.label))
    await flow.add({
      kind: 'heading',
      level: Math.min(6, entry.level) as Heading['level'],
      content: [{ kind: 'text', text: entry.label }],
    });
  await addContent(chapter.body, chapter, context);
}

/** Adds the blocks of an element, each followed by the notes that it is the first to refer to. */
async function addContent(element: XmlElement, chapter: Chapter, context: BookContext): Promise<void> {
  const { flow, images, notes, sideNotes } = context;
  const links = new Map<XmlElement, Note>();
  const lost = new Set<XmlElement>();
  for (const link of linksOf(element)) {
    const note = await notes.referredBy(link, chapter);
    if (note) links.set(link, note);
    else if (looksLikeReference(link, chapter)) lost.add(link);
  }
  const references: HtmlReferences = {
    image: ({ attributes }) => images.read(images.partOf(chapter.part, attributes['src']), attributes['alt'] ?? ''),
    note: (link) => {
      const note = links.get(link);
      return note ? { kind: 'footnote', label: note.label } : sideNotes.refer(link);
    },
  };
  const byLabel = new Map([...links.values()].map((note) => [note.label, note]));
  const text = withRaised(withoutNotes(element, notes.bodiesIn(chapter)), lost);
  await addBlocks(createBlockReader(references)(text), flow, {
    image: images.image,
    note(label) {
      const note = byLabel.get(label);
      const body = note?.written === false ? note.body() : sideNotes.take(label);
      if (note) note.written = true;
      return body && createBlockReader(references)(fragment(body.children));
    },
  });
}
