import { join } from 'node:path';
import type { ApiDeps } from '../../api/deps.ts';
import type { Buckets } from '../../objects/buckets.ts';
import type { ConversionBatch } from '../../resource/batch.ts';
import { openLocalResources } from '../../runtime/files/jobs.ts';

/** Batches in a data folder, for a service whose objects are in a bucket. */
export async function openBatches(
  { own }: Pick<Buckets, 'own'>,
  dataDir: string,
  now: () => Date,
): Promise<Required<Pick<ApiDeps, 'batches'>>> {
  const resources = await openLocalResources<ConversionBatch>('ConversionBatch', join(dataDir, 'batches'), now);
  return { batches: { resources, ownBucket: own } };
}
