import type { Description } from '../../console/reference/description.ts';
import type { ReferenceContent } from '../../console/reference/render.ts';
import { FAILURES } from '../../job/failure.ts';
import { RESPONSE_ROWS } from '../error-codes.ts';
import { moreOpenApiDocument, openApiDocument } from './document.ts';

/** What the page at `/docs` shows. */
export const referenceContent = (): ReferenceContent => ({
  main: openApiDocument() as unknown as Description,
  more: moreOpenApiDocument() as unknown as Description,
  responses: RESPONSE_ROWS,
  failures: Object.entries(FAILURES).map(([code, help]) => ({ code, ...help })),
});
