import { fileNameOf } from '../../resource/file-name.ts';
import { readSlot } from '../../lifecycle/uploads.ts';
import type { Intent } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import type { KnownJob } from './find.ts';

/** The name of a job's document: of its upload or its URL. */
export async function findDocumentName(deps: ApiDeps, { base }: KnownJob): Promise<string> {
  const { source, workspace } = base.spec;
  // Intents and records have it once the document was read.
  const { fileName } = base as Partial<Pick<Intent, 'fileName'>>;
  if (fileName !== undefined) return fileNameOf(fileName) ?? 'document';
  if (source.type === 'external') return fileNameOf(source.fileName ?? '') ?? source.fileUrl;
  const slot = await readSlot(deps.objects, workspace, source.documentId);
  return fileNameOf(slot?.fileName ?? '') ?? source.documentId;
}
