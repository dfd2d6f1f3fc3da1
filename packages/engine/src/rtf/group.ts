import type { TextInline } from '../document.ts';
import { PLAIN_PARAGRAPH } from './paragraph-format.ts';
import type { ParagraphFormat } from './paragraph-format.ts';
import type { RtfFormula } from './math.ts';
import type { RtfPicture } from './pictures.ts';
import type { Story } from './story.ts';
import type { Destination } from './words.ts';

export type Look = Omit<TextInline, 'kind' | 'text'>;

/** The state that a group inherits and that its end restores. */
export interface Group {
  destination: Destination;
  story: Story;
  look: Look;
  hidden: boolean;
  deleted: boolean;
  font: number | undefined;
  /** Characters of a fallback that follow each `\u` (`\uc`). */
  fallback: number;
  paragraph: ParagraphFormat;
  /** The instruction of the field that the group stands in. */
  field: { instruction: string } | undefined;
  picture: RtfPicture | undefined;
  formula: RtfFormula | undefined;
  /** The destination of the Unicode alternative of a group that is skipped (`\upr`). */
  alternative: Destination | undefined;
  /** Called when the group ends; not inherited. */
  end: (() => void) | undefined;
}

/** The group that a document is. */
export function outermostGroup(story: Story): Group {
  return {
    destination: 'text',
    story,
    look: {},
    hidden: false,
    deleted: false,
    font: undefined,
    fallback: 1,
    paragraph: { ...PLAIN_PARAGRAPH },
    field: undefined,
    picture: undefined,
    formula: undefined,
    alternative: undefined,
    end: undefined,
  };
}

/** The group that begins inside another. */
export function innerGroup(outer: Group): Group {
  return { ...outer, paragraph: { ...outer.paragraph }, end: undefined };
}
