import { firstVerdict, type Check } from '../model/decisions.ts';
import type { Label } from '../model/page-model.ts';
import { followsLabel } from '../text/labels.ts';
import { STOP, type LineLook } from './line-look.ts';

/** Set by hand on the tuning half of the corpus. */
const ITEM = {
  /** In usual leadings: more space above starts an item. */
  leadings: 1.3,
  /** Em: lines that start this far from each other do not start at one place. */
  startEm: 0.6,
};

/** A labelled line below another one. */
interface LabelledLine {
  readonly look: LineLook;
  readonly label: Label;
  readonly above: LineLook;
  readonly leading: number;
}

/** Distance of the baselines, in em. */
const gapOf = ({ look, above }: LabelledLine): number => (look.line.baseline - above.line.baseline) / look.line.size;

const startOffset = ({ look, above }: LabelledLine): number => Math.abs(look.line.x0 - above.line.x0);

/** Labels that nothing but a list begins with, or a note. */
const isSign = ({ kind }: Label): boolean => kind === 'bullet' || kind === 'check' || kind === 'note';

/** Whether a line with a label starts an item, as far as the line above tells. */
const STARTS_ITEM: readonly Check<LabelledLine, boolean>[] = [
  [
    'a dash between two words',
    (labelled) => {
      const { look, label, above } = labelled;
      const isDash = label.kind === 'bullet' && /^[–—*·-]$/.test(label.text);
      const goesOn = !above.label && !STOP.test(above.text) && startOffset(labelled) < ITEM.startEm * look.line.size;
      return isDash && goesOn && gapOf(labelled) < ITEM.leadings * labelled.leading ? false : undefined;
    },
  ],
  ['a bullet, check box or mark of a note', ({ label }) => (isSign(label) ? true : undefined)],
  ['more space above', (labelled) => (gapOf(labelled) > ITEM.leadings * labelled.leading ? true : undefined)],
  ['the line above ends a sentence', ({ above }) => (STOP.test(above.text) ? true : undefined)],
  ['the line above is an item', ({ above }) => (above.label ? true : undefined)],
  [
    'starts at another place',
    (labelled) => (startOffset(labelled) > ITEM.startEm * labelled.look.line.size ? true : undefined),
  ],
  [
    'another look',
    ({ look, above }) => (above.bold !== look.bold || above.line.size !== look.line.size ? true : undefined),
  ],
];

/** Whether a line starts with a label that may be an item's. */
export function isItemStart(look: LineLook, above: LineLook | undefined, leading: number): boolean {
  const { label } = look;
  if (!label) return false;
  if (!above) return true;
  const otherwise = { answer: false, reason: 'a number within a sentence' };
  return firstVerdict(STARTS_ITEM, { look, label, above, leading }, otherwise).answer;
}

/**
 * Whether the label of a line is that of an item: a number at the start of a line may be the middle of a sentence.
 * `label`: that of the paragraph above.
 */
export function looksLikeItem(look: LineLook, label: Label | undefined, above: LineLook): boolean {
  const own = look.label!;
  if (isSign(own)) return true;
  if (label && followsLabel(own, label)) return true;
  if (above.bold !== look.bold || STOP.test(above.text)) return true;
  const isLoneNumber = own.kind === 'section' && own.values!.length === 1;
  return !isLoneNumber && own.values?.at(-1) === 1;
}
