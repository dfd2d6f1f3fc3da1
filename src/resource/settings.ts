/**
 * Settings of an operator for jobs; read from the environment in `cli/` only. Times in seconds unless the name says
 * otherwise.
 */
export interface JobSettings {
  /** Pages of a document that one job may convert; more is refused with 413. */
  readonly maxPages: number;
  /** Pages of one range; the smaller one where OCR is likely. Long documents of text have longer ones. */
  readonly rangePages: number;
  readonly scannedRangePages: number;
  /** Converters of one job at a time. */
  readonly parallelism: number;
  readonly ocrLanguages: readonly string[];
  readonly maxUploadBytes: number;
  /** Attempts of one range before the job fails. */
  readonly attempts: number;
  /** Limits of one converter process. */
  readonly memoryBytes: number;
  readonly rangeSeconds: number;
  readonly scratchBytes: number;
  /**
   * How long the finished resource, the artifacts, a quote, an idempotency key, signed URLs and a wait for credits
   * last.
   */
  readonly resourceTtl: number;
  readonly artifactRetention: number;
  readonly quoteLifetime: number;
  readonly idempotencyWindow: number;
  readonly uploadUrlLifetime: number;
  readonly urlLifetime: number;
  readonly creditsWait: number;
  /** Finished resources that are kept, at most; the oldest go before their time. */
  readonly maxFinished: number;
  /** How long a converter may be kept from starting, by an image, a volume or a quota, before its job fails. */
  readonly stalled: number;
  /** How long a request waits for its document to be read; after that the job goes on by itself. */
  readonly documentWait: number;
  /** Of a workspace that has no limits of its own; 0 is no limit (`WorkspaceDefaults`). */
  readonly maxRunning: number;
  readonly maxQueuedJobs: number;
  readonly requestsPerSecond: number;
  /** Markdown up to this many bytes is given inline. */
  readonly inlineBytes: number;
  readonly topUpPath: string;
}

const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60;

export const DEFAULT_SETTINGS: JobSettings = {
  maxPages: 1000,
  rangePages: 32,
  scannedRangePages: 8,
  parallelism: 8,
  ocrLanguages: ['auto'],
  maxUploadBytes: 512 * MIB,
  attempts: 3,
  memoryBytes: 1024 * MIB,
  rangeSeconds: 600,
  scratchBytes: 4096 * MIB,
  resourceTtl: 60 * 60,
  maxFinished: 10_000,
  artifactRetention: 7 * DAY,
  quoteLifetime: 60 * 60,
  idempotencyWindow: DAY,
  uploadUrlLifetime: 60 * 60,
  urlLifetime: 15 * 60,
  creditsWait: DAY,
  stalled: 15 * 60,
  documentWait: 2,
  maxRunning: 0,
  maxQueuedJobs: 10_000,
  requestsPerSecond: 0,
  inlineBytes: 64 * 1024,
  topUpPath: '/#credits',
};
