import { contentHash, idempotencyKey } from '../schema/common.ts';
import { closed, text, timestamp } from '../schema/json-schema.ts';

export const uploadSchemas = {
  CreateUploadRequest: closed(
    'The file to upload.',
    {
      fileName: text('Original file name. Used in the object key and as metadata.', { maxLength: 1024 }),
      fileType: text('MIME type.', { maxLength: 255 }),
      idempotencyKey,
      ...contentHash,
    },
    ['fileName', 'fileType'],
    { examples: [{ fileName: 'report.pdf', fileType: 'application/pdf' }] },
  ),
  UploadSlot: closed(
    'Where to upload the file, and the ID of the uploaded document.',
    {
      documentId: text('ID of the uploaded source document.'),
      uploadUrl: { type: 'string', description: 'Pre-signed URL for an HTTP PUT of the raw file bytes.' },
      accessUrl: { type: 'string', description: 'Object URL that the converter reads after the upload.' },
      objectKey: { type: 'string', description: 'Key of the object in the store.' },
      expiresAt: timestamp('When the pre-signed URL expires.'),
    },
    ['documentId', 'uploadUrl', 'accessUrl', 'objectKey'],
    {
      examples: [
        {
          documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey',
          uploadUrl: 'https://objects.example.com/uploads/local/doc_01kbm3v7q4t2c9x5h8r6w1n0ey/report.pdf?signature=…',
          accessUrl: 'https://objects.example.com/uploads/local/doc_01kbm3v7q4t2c9x5h8r6w1n0ey/report.pdf',
          objectKey: 'uploads/local/doc_01kbm3v7q4t2c9x5h8r6w1n0ey/report.pdf',
          expiresAt: '2026-11-21T10:00:00.000Z',
        },
      ],
    },
  ),
};
