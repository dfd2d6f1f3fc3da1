import { breaksOff } from '../lexicon/broken-off.ts';
import { isIndexEntry } from '../lexicon/index-entries.ts';
import { STOP, type LineLook } from './line-look.ts';

/** Words of a label before a colon, at most. Set by hand on the tuning half of the corpus. */
const LABEL_WORDS = 4;

/** A label with a colon, and its value. */
const LABELLED = /^\p{Lu}[^.,:;?!]{1,28}: {0,2}[\p{L}\d@+€$£(](?:[^.:;?!]|[.:](?=\S)){0,60}$/u;

/** Whether a line is a label and its value, as those of a letterhead are. */
const isLabelled = ({ text }: LineLook): boolean =>
  LABELLED.test(text) && text.slice(0, text.indexOf(':')).split(' ').length <= LABEL_WORDS;

/** Whether a line with a label stands next to another. */
const startsLabelled = (above: LineLook, look: LineLook, below: LineLook | undefined): boolean =>
  isLabelled(look) && (isLabelled(above) || (below !== undefined && isLabelled(below)));

/** Whether a line begins an entry of an index below another: it has the numbers of its pages, or its subentries do. */
function startsIndexed(above: LineLook, look: LineLook, below: LineLook | undefined): boolean | undefined {
  if (!isIndexEntry(above.text)) return undefined;
  if (/^\d/.test(look.text)) return above.text.endsWith(',') ? false : undefined;
  return isIndexEntry(look.text) || isIndexEntry(below?.text ?? '') || undefined;
}

/** A blank to fill in at the end of a line; a line of nothing but the symbols that blanks and rules are typed with. */
const ENDS_IN_BLANK = /_{5}$/;
const TYPED_RULE = /^([-_=.*·])(?: ?\1){4,}$/u;
/** A time, a name or a number, and leaders to what belongs to it. */
const WITH_LEADERS = /^[^.…]{1,80}(?:\.[.…]{5,}|…[.…]{3,})\s*[^\s.…]/u;

/** Leaders, also with spaces between them, or a number at the end. */
const HAS_LEADERS = /(?:[.…] ?){5}|\d$/u;

/** Whether a line begins after a blank to fill in, is a typed rule or stands below one. */
const startsAtBlank = (above: LineLook, look: LineLook): boolean =>
  (ENDS_IN_BLANK.test(above.text) && /^[^\p{Ll}]/u.test(look.text)) ||
  [above, look].some(({ text }) => TYPED_RULE.test(text));

/**
 * An entry whose first line has no number: it reaches to this share of the whole line. Set by hand on the tuning half
 * of the corpus.
 */
const WRAPPED_ENTRY = 0.7;

/** Whether a line with leaders is the second one of an entry, which the line above begins. */
function endsEntry(above: LineLook, look: LineLook): boolean {
  const { x0, x1 } = look.line;
  const isOpen = !look.label && above.bold === look.bold && !STOP.test(above.text) && !HAS_LEADERS.test(above.text);
  const reach = above.line.x1 - x0;
  return isOpen && x0 > above.line.x0 - above.line.size && (breaksOff(above.text) || reach > WRAPPED_ENTRY * (x1 - x0));
}

/**
 * Whether a line of a form or of a list of entries begins one: a label with its value, a blank to fill in, leaders.
 * Each is read alone, whatever the tags say, which often have a paragraph with line breaks. Nothing of other lines.
 */
export function startsEntry(above: LineLook, look: LineLook, below: LineLook | undefined): boolean | undefined {
  if (startsLabelled(above, look, below) || startsAtBlank(above, look)) return true;
  return WITH_LEADERS.test(look.text) ? !endsEntry(above, look) : startsIndexed(above, look, below);
}
