import { capabilityVersion, idempotencyKey, includeImages, operation, startPage } from '../schema/common.ts';
import { closed, credits, ref, text, timestamp, type JsonSchema } from '../schema/json-schema.ts';

export const quoteSchemas: Readonly<Record<string, JsonSchema>> = {
  CreateQuoteRequest: closed(
    'The conversion to be priced.',
    {
      operation,
      capabilityVersion,
      source: ref('Source'),
      startPage,
      includeImages,
      idempotencyKey,
    },
    ['source'],
    {
      examples: [
        { source: { type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' } },
        { source: { type: 'external', fileUrl: 'https://example.com/report.pdf' } },
      ],
    },
  ),
  Quote: closed(
    'What a conversion would reserve. Valid until it expires.',
    {
      id: text('Id of the quote.'),
      operation: { type: 'string', enum: ['convert'] },
      capabilityVersion: text('Pinned capability version.'),
      estimatedUsage: { ...ref('Usage'), description: 'Estimated units; not a bill.' },
      estimatedCredits: credits('Expected credits if the work matches the estimate.'),
      maximumCredits: credits('Credits reserved when the job starts; the workspace needs at least this many.'),
      priceVersion: text('Rate-card version the quote is pinned to.'),
      expiresAt: timestamp('End of validity.'),
      createdAt: timestamp('Creation time.'),
    },
    [
      'id',
      'operation',
      'capabilityVersion',
      'estimatedUsage',
      'estimatedCredits',
      'maximumCredits',
      'priceVersion',
      'expiresAt',
      'createdAt',
    ],
    {
      examples: [
        {
          id: 'quote_01kbm3v7q4t2c9x5h8r6w1n0ey',
          operation: 'convert',
          capabilityVersion: '1',
          estimatedUsage: { inputBytes: 81234, discoveredPages: 42 },
          estimatedCredits: 42,
          maximumCredits: 42,
          priceVersion: '2026-11-01',
          expiresAt: '2026-11-21T10:00:00.000Z',
          createdAt: '2026-11-21T09:00:00.000Z',
        },
      ],
    },
  ),
};
