import {
  capabilityVersion,
  idempotencyKey,
  includeImages,
  operation,
  source,
  startPage,
  usage,
} from '../schema/common.ts';
import { closed, credits, text, timestamp } from '../schema/json-schema.ts';

export const quoteSchemas = {
  CreateQuoteRequest: closed(
    'The conversion to quote.',
    {
      operation,
      capabilityVersion,
      source,
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
    'The credits that a conversion would reserve. Valid until expiresAt.',
    {
      id: text('ID of the quote.'),
      operation: { type: 'string', enum: ['convert'] },
      capabilityVersion: text('Capability version that the conversion is pinned to.'),
      estimatedUsage: { ...usage, description: 'Estimated usage. Not a bill.' },
      estimatedCredits: credits('Expected credits if the work matches the estimate.'),
      maximumCredits: credits('Credits reserved when the job starts; the workspace needs at least this many.'),
      priceVersion: text('Rate-card version the quote is pinned to.'),
      expiresAt: timestamp('When the quote expires.'),
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
