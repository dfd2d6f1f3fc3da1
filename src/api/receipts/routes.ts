import { jobIdOfReceipt } from '../../resource/ids.ts';
import type { ApiDeps } from '../deps.ts';
import { findReceipt } from '../jobs/find.ts';
import { operation, type Call, type Reply } from '../operation.ts';
import { notFound } from '../problem.ts';
import { presentReceipt } from './present.ts';

const responses = { 200: { description: 'The receipt.', schema: 'Receipt' } } as const;

export const getReceiptByJobId = operation({
  id: 'getReceiptByJobId',
  tag: 'receipts',
  method: 'get',
  path: '/api/v1/receipts',
  summary: 'Get the receipt of a job',
  description: 'A job has a receipt once it has ended. The receipt remains after the job has expired.',
  scope: 'documents:read',
  idempotent: false,
  params: {},
  query: { jobId: 'ID of the job.' },
  responses,
  handle: async (deps, call) => answer(deps, call, call.query['jobId']),
});

export const getReceipt = operation({
  id: 'getReceipt',
  tag: 'receipts',
  method: 'get',
  path: '/api/v1/receipts/:receiptId',
  summary: 'Get a receipt',
  description: 'Returns the receipt with the ID rcpt_<jobId>.',
  scope: 'documents:read',
  idempotent: false,
  params: { receiptId: 'ID of the receipt: rcpt_<jobId>.' },
  responses,
  handle: async (deps, call) => answer(deps, call, jobIdOfReceipt(call.params['receiptId']!)),
});

async function answer(deps: ApiDeps, call: Call, jobId: string | undefined): Promise<Reply> {
  const stored = jobId === undefined ? undefined : await findReceipt(deps, call.credential.workspace, jobId);
  if (!stored) throw notFound('receipt');
  return { status: 200, body: presentReceipt(stored.receipt) };
}
