import { asMatrix } from '../../matrix.ts';
import { numeric } from '../content.ts';
import type { OperatorGroup } from '../content.ts';
import { TextPosition } from '../text-position.ts';

/** Text objects and text positioning (ISO 32000-1, 9.4.1 and 9.4.2). */
export const textPositioning: OperatorGroup = {
  beginText(content) {
    content.position = new TextPosition();
  },
  moveText({ position }, [x, y]) {
    position.moveLine(numeric(x), numeric(y));
  },
  setLeadingMoveText({ position, state }, [x, y]) {
    state.leading = -numeric(y);
    position.moveLine(numeric(x), numeric(y));
  },
  setTextMatrix({ position }, operands) {
    const matrix = asMatrix(operands);
    if (matrix !== undefined) position.set(matrix);
  },
  nextLine({ position, state }) {
    position.moveLine(0, -state.leading);
  },
};
