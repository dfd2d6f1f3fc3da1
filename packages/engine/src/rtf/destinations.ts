import type { Block } from '../document.ts';
import { createFormula } from './math.ts';
import { PLAIN_PARAGRAPH } from './paragraph-format.ts';
import type { Group } from './group.ts';
import type { RtfReading } from './reading.ts';
import { Story } from './story.ts';
import { DESTINATIONS, SKIPPED } from './words.ts';
import type { Destination } from './words.ts';

/**
 * Begins the destination that a word names, in the open group; false where it names none. `isOptional`: a reader that
 * does not know the word skips the group.
 */
export function enterDestination(reading: RtfReading, name: string, isOptional: boolean): boolean {
  const { body, flow, group } = reading;
  const found = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined;
  if (found === 'note') beginNote(reading);
  else if (found === 'box') beginStory(reading, (blocks) => reading.outerGroups.at(-1)?.story.float(blocks));
  else if (found !== undefined) {
    group.destination = found;
    BEGINNINGS[found]?.(reading);
  } else if (body.isFirstHeader(name)) beginStory(reading, (blocks) => body.setHeader(blocks));
  else if (SKIPPED.has(name) || isOptional) {
    if (name === 'annotation') flow.warn('comment-left-out');
    group.destination = 'skip';
  } else return false;
  return true;
}

/** Destinations whose content is used when their group ends. */
const BEGINNINGS: Partial<Record<Destination, (reading: RtfReading) => void>> = {
  picture: beginPicture,
  label: beginLabel,
  math: beginFormula,
  object: addObject,
};

function beginPicture({ group, outerGroups, pictures }: RtfReading): void {
  const { story } = group;
  const picture = (group.picture = pictures.begin());
  group.end = () => {
    const image = picture.end();
    if (image && !isLeftOut(outerGroups.at(-1))) story.inline(image);
  };
}

function beginLabel(reading: RtfReading): void {
  const { story } = reading.group;
  reading.label = '';
  reading.group.end = () => story.label(reading.label.trim());
}

function beginFormula({ group }: RtfReading): void {
  const { story } = group;
  const formula = (group.formula = createFormula());
  group.end = () => {
    const latex = formula.end();
    if (latex !== '') story.inline({ kind: 'math', latex });
  };
}

/** Adds the blocks of an embedded document, which were read before. */
function addObject({ flow, group, objectCount, objects }: RtfReading): void {
  if (isLeftOut(group)) return;
  const object = objects[objectCount - 1];
  if (object) group.story.float(object.blocks);
  else flow.warn('embedded-document-left-out');
}

/** Begins a text apart from that around it; `done` gets its blocks. */
function beginStory({ context, group }: RtfReading, done: (blocks: readonly Block[]) => void): void {
  const blocks: Block[] = [];
  const story = new Story(context, (block) => void blocks.push(block));
  const { paragraph } = group;
  Object.assign(group, {
    destination: 'text',
    story,
    look: {},
    hidden: false,
    deleted: false,
    paragraph: { ...PLAIN_PARAGRAPH },
  });
  group.end = () => {
    story.end({ ...paragraph, tableDepth: 0 });
    done(blocks);
  };
}

function beginNote(reading: RtfReading): void {
  const outer = reading.group.story;
  const label = String(++reading.noteCount);
  beginStory(reading, (blocks) => {
    reading.notes.set(label, blocks);
    outer.inline({ kind: 'footnote', label });
  });
}

const isLeftOut = (group: Group | undefined): boolean => group !== undefined && (group.hidden || group.deleted);
