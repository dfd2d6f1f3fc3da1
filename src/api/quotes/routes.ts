import { operation } from '../operation.ts';
import { notFound } from '../problem.ts';
import { createQuote as create } from './create.ts';
import { presentQuote } from './present.ts';
import { readQuote } from './saved.ts';

export const createQuote = operation({
  id: 'createQuote',
  tag: 'quotes',
  method: 'post',
  path: '/api/v1/quotes',
  summary: 'Quote a conversion',
  description:
    'Returns the credits that a conversion would reserve, without starting it. Uploads are quoted for their exact page count, URLs at the minimum.',
  scope: 'documents:write',
  idempotent: true,
  params: {},
  body: { schema: 'CreateQuoteRequest', required: true },
  responses: {
    201: { description: 'Quote created.', schema: 'Quote' },
    200: { description: 'The idempotency key was used before; this is the existing quote.', schema: 'Quote' },
    402: { description: 'The workspace does not have enough credits.', schema: 'PaymentRequiredError' },
    422: { description: 'The server of the URL does not report a file size (code size_unknown).', schema: 'ApiError' },
  },
  // It reads a document, or asks a server of the internet.
  rate: { perSecond: 20, burst: 200 },
  handle: async (deps, call) => create(deps, call),
});

export const getQuote = operation({
  id: 'getQuote',
  tag: 'quotes',
  method: 'get',
  path: '/api/v1/quotes/:quoteId',
  summary: 'Get a quote',
  description: 'Returns a quote until its expiresAt.',
  scope: 'documents:read',
  idempotent: false,
  params: { quoteId: 'ID of the quote.' },
  responses: { 200: { description: 'The quote.', schema: 'Quote' } },
  handle: async (deps, call) => {
    const quote = await readQuote(deps, call.credential.workspace, call.params['quoteId']!);
    if (!quote) throw notFound('quote');
    return { status: 200, body: presentQuote(quote) };
  },
});
