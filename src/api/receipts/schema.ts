import { closed, int53, ref, text, timestamp, type JsonSchema } from '../schema/json-schema.ts';

export const receiptSchemas: Readonly<Record<string, JsonSchema>> = {
  Receipt: closed('The credits reserved, charged and refunded for a job. It outlives the job.', {
    id: text('rcpt_<jobId>.'),
    jobId: text('The job.'),
    quoteId: { type: 'string', description: 'Present when a quote was pinned.' },
    artifactIds: { type: 'array', items: { type: 'string' }, description: 'Artifacts produced by the job.' },
    holdId: { type: 'string' },
    tenantId: { type: 'string', description: 'The workspace.' },
    actorPrincipalId: { type: 'string' },
    actorType: { type: 'string', enum: ['api_key', 'kubernetes_user'] },
    credentialId: { type: 'string' },
    channel: { type: 'string', enum: ['api', 'kubectl', 'console'] },
    usage: { ...ref('Usage'), description: 'Natural units; not a second bill.' },
    sourceFormat: { type: 'string', description: 'The detected format.' },
    reservedCredits: int53('Credits reserved when the job started.'),
    settledCredits: int53('Credits actually captured; 0 when the hold was released.'),
    priceVersion: { type: 'string' },
    tier: { type: 'string', description: 'Pricing tier charged.' },
    fundingSource: { type: 'string' },
    originalReceiptId: { type: ['string', 'null'], description: 'Set on refund and correction receipts; null on the original.' },
    kind: { type: 'string', enum: ['original', 'refund', 'correction'] },
    outcome: { type: 'string', enum: ['succeeded', 'partial', 'failed', 'canceled'] },
    errorCode: { type: 'string' },
    meterEventId: { type: 'string' },
    paymentInvoiceId: { type: 'string' },
    occurredAt: timestamp('When the job ended.'),
    createdAt: timestamp('Creation time.'),
  }, [
    'id', 'jobId', 'artifactIds', 'tenantId', 'usage', 'reservedCredits', 'settledCredits', 'priceVersion', 'tier', 'kind', 'outcome',
    'occurredAt', 'createdAt', 'originalReceiptId',
  ], {
    examples: [{
      id: 'rcpt_job-01kbm3v7q4t2c9x5h8r6w1n0ey', jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey', artifactIds: ['art_job-01kbm3v7q4t2c9x5h8r6w1n0ey_0'],
      tenantId: 'local', actorType: 'api_key', channel: 'api', usage: { inputBytes: 81234, discoveredPages: 42, ocrPages: 0, outputBytes: 90120, durationMs: 1830 },
      sourceFormat: 'pdf', reservedCredits: 42, settledCredits: 42, priceVersion: '2026-11-01', tier: 'standard', fundingSource: 'prepaid',
      originalReceiptId: null, kind: 'original', outcome: 'succeeded', occurredAt: '2026-11-21T09:00:05.000Z', createdAt: '2026-11-21T09:00:05.000Z',
    }],
  }),
};
