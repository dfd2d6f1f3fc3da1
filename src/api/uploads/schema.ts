import { contentHash, idempotencyKey } from '../schema/common.ts';
import { closed, text, timestamp, type JsonSchema } from '../schema/json-schema.ts';

export const uploadSchemas: Readonly<Record<string, JsonSchema>> = {
  CreateUploadRequest: closed(
    'A file that is about to be uploaded.',
    {
      fileName: text('Original file name, used for the object key and as metadata.', { maxLength: 1024 }),
      fileType: text('MIME type.', { maxLength: 255 }),
      idempotencyKey,
      ...contentHash,
    },
    ['fileName', 'fileType'],
    { examples: [{ fileName: 'report.pdf', fileType: 'application/pdf' }] },
  ),
  UploadSlot: closed(
    'Where to upload the file, and how to name it afterwards.',
    {
      documentId: text('Id of the staged source document.'),
      uploadUrl: { type: 'string', description: 'Pre-signed URL for an HTTP PUT of the raw file bytes.' },
      accessUrl: { type: 'string', description: 'Object URL that the conversion worker reads after the upload.' },
      objectKey: { type: 'string', description: 'Storage object key.' },
      expiresAt: timestamp('Expiry of the pre-signed URL.'),
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
