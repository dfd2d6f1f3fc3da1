import { OUTPUTS } from '../../resource/choices.ts';
import { closed, int53, ref, text, timestamp } from '../schema/json-schema.ts';

export const ARTIFACT = {
  id: 'art_job-01kbm3v7q4t2c9x5h8r6w1n0ey_0',
  jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
  kind: 'markdown',
  contentType: 'text/markdown; charset=utf-8',
  createdAt: '2026-11-21T09:00:05.000Z',
  fileName: 'report.md',
  sizeBytes: 17,
  text: '# Annual report\n',
  contentHash: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  expiresAt: '2026-11-28T09:00:05.000Z',
};

export const artifactSchemas = {
  Artifact: closed(
    'A file that a job produced: its metadata, and either its text or a download URL.',
    {
      id: text('ID of the artifact.'),
      jobId: text('ID of the job that produced the artifact.'),
      kind: { type: 'string', enum: ['markdown', ...OUTPUTS, 'image'] },
      contentType: { type: 'string' },
      createdAt: timestamp('Creation time.'),
      fileName: { type: 'string' },
      sizeBytes: int53('Size in bytes.'),
      downloadUrl: { type: 'string', description: 'Signed URL, valid for a few minutes. Each read returns a new one.' },
      text: { type: 'string', description: 'The Markdown, if the file is small.' },
      contentHash: { type: 'string', description: 'SHA-256 checksum, sha256:<hex>.' },
      expiresAt: timestamp('When the artifact is deleted.'),
    },
    ['id', 'jobId', 'kind', 'contentType', 'createdAt', 'fileName', 'sizeBytes', 'contentHash'],
    {
      examples: [ARTIFACT],
    },
  ),
  ArtifactList: closed(
    'All artifacts of a job. Empty while the job is running.',
    {
      jobId: text('ID of the job.'),
      artifacts: { type: 'array', items: ref('Artifact') },
    },
    ['jobId', 'artifacts'],
    { examples: [{ jobId: ARTIFACT.jobId, artifacts: [ARTIFACT] }] },
  ),
};
