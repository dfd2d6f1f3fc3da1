/** The parts of an SDK error that say what happened. */
interface S3Failure {
  readonly name?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as S3Failure | undefined)?.$metadata?.httpStatusCode;
/** How often the SDK asked before it gave up; more than once, an earlier try may have been carried out unheard. */
export const attemptsOf = (error: unknown): number => (error as S3Failure | undefined)?.$metadata?.attempts ?? 1;

/**
 * The bucket is not there: the store is broken or half-way through a restore, and nothing may be concluded about any
 * object.
 */
class BucketMissing extends Error {
  readonly code = 'bucket_missing';
  readonly transient = true;
  constructor(bucket: string) {
    super(`the bucket ${bucket} does not exist`);
    this.name = 'BucketMissing';
  }
}

export type Refusal = 'missing' | 'precondition' | 'conflict';

/**
 * The meaning of a refusal, by status and code; undefined for an error of the store's or ours. Throws where the bucket
 * itself is missing.
 */
export function explainRefusal(error: unknown, bucket: string): Refusal | undefined {
  const status = statusOf(error);
  if (status === 404 && (error as S3Failure).name === 'NoSuchBucket') throw new BucketMissing(bucket);
  if (status === 404) return 'missing';
  if (status === 412) return 'precondition';
  return status === 409 ? 'conflict' : undefined;
}
