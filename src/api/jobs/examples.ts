const ID = '01kbm3v7q4t2c9x5h8r6w1n0ey';

const job = {
  id: `job-${ID}`,
  operation: 'convert',
  capabilityVersion: '1',
  source: { type: 'document', documentId: `doc_${ID}` },
  fileSource: 'managed',
  includeImages: true,
  createdAt: '2026-11-21T09:00:00.000Z',
  estimatedTotalPages: 42,
};

/** A job as createJob accepts it. */
export const QUEUED_JOB = { ...job, status: 'queued', updatedAt: '2026-11-21T09:00:00.000Z', stage: 'preparing' };

const started = { ...job, startedAt: '2026-11-21T09:00:01.000Z', pageRange: { start: 1, end: 42 } };

/** The same while it is converted. */
export const RUNNING_JOB = {
  ...started,
  status: 'running',
  updatedAt: '2026-11-21T09:00:01.000Z',
  stage: 'converting',
  stageProgress: 42,
  message: '18 of 42 pages',
};

export const SUCCEEDED_JOB = {
  ...started,
  status: 'succeeded',
  updatedAt: '2026-11-21T09:00:04.000Z',
  finishedAt: '2026-11-21T09:00:04.000Z',
  stage: 'complete',
  stageProgress: 100,
  message: '42 of 42 pages converted.',
};

export const CANCELED_JOB = {
  ...started,
  status: 'canceled',
  updatedAt: '2026-11-21T09:00:02.000Z',
  finishedAt: '2026-11-21T09:00:02.000Z',
  message: 'Canceled.',
};
