import type { Block } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import type { EmbeddedDocument } from '../ooxml/embedded.ts';
import { Body } from './body.ts';
import { createDefinitions } from './definitions.ts';
import type { Definitions } from './definitions.ts';
import { outermostGroup } from './group.ts';
import type { Group } from './group.ts';
import type { ParagraphContext } from './paragraph.ts';
import { createPictures } from './pictures.ts';
import type { RtfPictures } from './pictures.ts';
import { createRowReader } from './rows.ts';
import type { RowReader } from './rows.ts';
import { Story } from './story.ts';

/** The state of a document that is being read. */
export interface RtfReading {
  readonly flow: Flow;
  readonly definitions: Definitions;
  readonly pictures: RtfPictures;
  readonly rows: RowReader;
  readonly context: ParagraphContext;
  readonly body: Body;
  readonly bodyStory: Story;
  /** The bodies of notes that no block has asked for yet, by label. */
  readonly notes: Map<string, readonly Block[]>;
  noteCount: number;
  /** Embedded documents in the order of their words, and how many of those came. */
  readonly objects: readonly EmbeddedDocument[];
  objectCount: number;
  /** The open group, and those around it from the outermost. */
  group: Group;
  readonly outerGroups: Group[];
  /** The document's own encoding, as iconv-lite names it. */
  codePage: string;
  /** The property of a drawing whose value follows. */
  propertyName: string;
  /** The number or bullet that the open paragraph begins with, as far as it was read. */
  label: string;
}

export function startReading(flow: Flow, objects: readonly EmbeddedDocument[]): RtfReading {
  const definitions = createDefinitions();
  const context = { styles: definitions.styles, lists: definitions.lists, state: { titled: false } };
  const body = new Body();
  const bodyStory = new Story(context, (block) => body.add(block));
  return {
    flow,
    definitions,
    pictures: createPictures(flow),
    rows: createRowReader(),
    context,
    body,
    bodyStory,
    notes: new Map(),
    noteCount: 0,
    objects,
    objectCount: 0,
    group: outermostGroup(bodyStory),
    outerGroups: [],
    codePage: 'cp1252',
    propertyName: '',
    label: '',
  };
}
