import { getBalance, getUsage } from './account/routes.ts';
import { getArtifact, listJobArtifacts } from './artifacts/routes.ts';
import { cancelBatch, createBatch, getBatch, listBatches } from './batches/routes.ts';
import { deleteJobs, retryJobs } from './jobs/bulk.ts';
import { deleteJob, listJobs, listJobWarnings } from './jobs/own-routes.ts';
import { cancelJob, createJob, getJob } from './jobs/routes.ts';
import type { Operation } from './operation.ts';
import { createQuote, getQuote } from './quotes/routes.ts';
import { getReceipt, getReceiptByJobId } from './receipts/routes.ts';
import { deleteDocument } from './uploads/delete.ts';
import { createUpload } from './uploads/routes.ts';

/** The ten operations of the interface, in its order. */
export const OPERATIONS: readonly Operation[] = [
  createUpload,
  createJob,
  getJob,
  cancelJob,
  listJobArtifacts,
  getArtifact,
  createQuote,
  getQuote,
  getReceiptByJobId,
  getReceipt,
];

/** Our own operations, at paths of their own. */
export const MORE_OPERATIONS: readonly Operation[] = [
  listJobs,
  listJobWarnings,
  deleteJob,
  deleteJobs,
  retryJobs,
  createBatch,
  listBatches,
  getBatch,
  cancelBatch,
  deleteDocument,
  getBalance,
  getUsage,
];
