import type { OpenDocuments } from '../../src/runtime/processes/documents.ts';
import type { Limits } from '../../packages/engine/src/limits.ts';
import { openDocuments } from '../../src/worker/supervisor/documents.ts';
import { serviceAt } from '../../src/worker/supervisor/service.ts';

/** Documents of processes whose service is behind `base`. */
export const documentsAt =
  (base: string, limits: Partial<Limits> = {}): OpenDocuments =>
  (place) =>
    openDocuments({ ...place, limits, service: serviceAt(base) });
