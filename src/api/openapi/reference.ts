import type { Description } from '../../console/reference/description.ts';
import type { ReferenceContent } from '../../console/reference/render.ts';
import { FAILURES } from '../../failures/failure.ts';
import { RESPONSE_ROWS } from '../error-codes.ts';
import { openApiDocument } from './document.ts';

/** The page at `/docs`. */
export const referenceContent = (): ReferenceContent => ({
  description: openApiDocument() as unknown as Description,
  responses: RESPONSE_ROWS,
  failures: Object.entries(FAILURES).map(([code, help]) => ({ code, ...help })),
});
