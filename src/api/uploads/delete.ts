import { readSlot } from '../../lifecycle/uploads.ts';
import { keys } from '../../records/keys.ts';
import { operation } from '../operation.ts';
import { ownPath } from '../own-path.ts';
import { notFound } from '../problem.ts';

export const deleteDocument = operation({
  id: 'deleteDocument',
  tag: 'uploads',
  method: 'delete',
  path: ownPath('/documents/:documentId'),
  formerPath: '/documents/:documentId',
  summary: 'Delete a document',
  description:
    'Deletes an uploaded document before its time. Jobs that were made from it keep their results, and an unfinished job goes on if its document was read already.',
  scope: 'documents:delete',
  idempotent: false,
  params: { documentId: 'ID of the document.' },
  responses: { 204: { description: 'The document is deleted.' } },
  async handle(deps, { credential, params }) {
    const slot = await readSlot(deps.objects, credential.workspace, params['documentId']!);
    if (!slot) throw notFound('document');
    await deps.objects.delete([slot.objectKey, keys.slot(credential.workspace, slot.documentId)]);
    return { status: 204, body: undefined };
  },
});
