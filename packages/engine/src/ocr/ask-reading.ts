import type { AskReading } from '../options.ts';
import { encodePng } from '../pdf/png.ts';
import { takeAgreed } from './agreed-text.ts';
import { isDoubted } from './doubt.ts';
import type { Picture } from './picture.ts';
import { scalePicture } from './scale.ts';
import type { PlacedWord } from './words.ts';

/** Pixels of the longer side: vision models scale pictures to about this size themselves. */
const MOST_SIDE = 1600;

interface Asking {
  /** Mean confidence of the page. */
  readonly confidence: number;
  /** The page upright, as OCR has read it. */
  readonly picture: Picture;
  readonly ask: AskReading | undefined;
}

/** The words of a page, with those of another reading where OCR doubts the page and they agree with what is certain. */
export async function withReading(
  words: readonly PlacedWord[],
  { confidence, picture, ask }: Asking,
): Promise<{ readonly words: readonly PlacedWord[]; readonly asked?: number | 'unanswered' }> {
  if (!ask || words.length === 0 || !isDoubted(words, confidence)) return { words };
  const side = Math.max(picture.width, picture.height);
  const shown = side > MOST_SIDE ? await scalePicture(picture, MOST_SIDE / side) : picture;
  const reading = await ask(encodePng({ ...shown, channels: 1 }));
  if (reading === undefined) return { words, asked: 'unanswered' };
  const agreed = takeAgreed(words, reading);
  return { words: agreed.words, asked: agreed.taken };
}
