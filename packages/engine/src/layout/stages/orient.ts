import type { RawPage } from '../model/raw-page.ts';
import { mirrorPage } from '../text/right-to-left.ts';
import { readVertically, turnPage } from '../text/rotation.ts';

/** Brings the page to one direction: text that is read from left to right, in horizontal lines. */
export const orient = (raw: RawPage): RawPage => mirrorPage(turnPage(readVertically(raw)));
