import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gatherLedgerFacts } from '../../accounting/ledger-facts.ts';
import { LEDGER_CALLS } from '../../ledger/ledger.ts';
import { memoryLedger } from '../../ledger/memory.ts';
import { localObjects } from '../../objects/local.ts';
import type { ServedObjects } from '../../objects/objects.ts';
import { installationId } from '../../records/installation.ts';
import { timed } from '../../telemetry/timed.ts';
import { keptText } from './kept-text.ts';
import { WrongSetting, type EMBEDDED, type Values } from '../settings.ts';
import { addressOf, readPrefix, type BucketSettings } from './bucket-settings.ts';
import type { EmbeddedStoresOptions, OpenLedger, OpenObjects } from './embedded-options.ts';

/** The stores of a service on a single machine: its data folder and its memory, or a bucket and Redis where given. */
export async function openEmbeddedStores(
  options: EmbeddedStoresOptions,
): Promise<OpenLedger & Pick<OpenObjects, 'objects' | 'buckets'>> {
  const { values, dataDir } = options;
  const s3 = readBucket(values);
  checkRedisUrl(values.redisUrl);
  // The libraries of S3 and Redis are loaded only where they are used.
  const documents = s3 ? await (await import('./bucket.ts')).openBucket(options, s3) : openFolder(options);
  const { objects, buckets } = documents;
  const installation = await installationId(objects, new Date());
  await claimFolder(dataDir, installation, s3);
  const credits = values.redisUrl
    ? await (await import('./redis.ts')).openRedis(options, objects, installation)
    : await openMemory(options, objects);
  return {
    objects,
    ...(buckets && { buckets }),
    ledger: credits.ledger,
    close: async () => {
      await credits.close();
      documents.close();
    },
  };
}

const STORE_CALLS = [
  'head',
  'get',
  'read',
  'put',
  'receive',
  'putIfAbsent',
  'putIfMatch',
  'copy',
  'delete',
  'openObject',
] as const;

const objectsFolder = (dataDir: string): string => join(dataDir, 'objects');

function openFolder({ dataDir, urls, metrics }: EmbeddedStoresOptions): OpenObjects {
  const objects = localObjects({ folder: objectsFolder(dataDir), ...urls });
  return { objects: timed(objects, STORE_CALLS, metrics.storeSeconds), close: () => undefined };
}

async function openMemory({ metrics }: EmbeddedStoresOptions, objects: ServedObjects): Promise<OpenLedger> {
  const ledger = timed(memoryLedger(), LEDGER_CALLS, metrics.ledgerSeconds);
  await ledger.rebuild(() => gatherLedgerFacts(objects, new Date()));
  return { ledger, close: () => ledger.close() };
}

function readBucket(values: Values<typeof EMBEDDED>): BucketSettings | undefined {
  const { s3Bucket: bucket, s3Prefix, s3Endpoint, s3PublicEndpoint, s3Region, s3CreateBucket } = values;
  if (bucket === '') {
    if (s3Endpoint !== '') throw new WrongSetting('S3_ENDPOINT is set, but S3_BUCKET is not.');
    return undefined;
  }
  return {
    bucket,
    prefix: readPrefix(s3Prefix),
    endpoint: s3Endpoint || undefined,
    publicEndpoint: s3PublicEndpoint || undefined,
    region: s3Region,
    createBucket: s3CreateBucket,
  };
}

/** Without the value in the message: it may hold a password. */
function checkRedisUrl(url: string): void {
  if (url === '') return;
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new WrongSetting('REDIS_URL must be a URL such as redis://HOST:6379 or rediss://USER:PASSWORD@HOST:6379.');
}

/** The jobs in a data folder belong to one installation. With the documents of another, they would run once more. */
async function claimFolder(dataDir: string, id: string, s3: BucketSettings | undefined): Promise<void> {
  const path = join(dataDir, 'installation');
  if (s3 && !(await exists(path)) && (await exists(objectsFolder(dataDir))))
    throw new WrongSetting(
      `The data folder ${dataDir} has documents of its own, which are not in the bucket ${s3.bucket}. ` +
        'Set SCRIPTORIUM_DATA_DIR to a new folder.',
    );
  const there = await keptText(path, id);
  if (there !== id)
    throw new WrongSetting(
      `The jobs in the data folder ${dataDir} belong to installation ${there}. ${s3 ? addressOf(s3) : 'Its folder of documents'} is that of ${id}. ` +
        'Set SCRIPTORIUM_DATA_DIR to the folder of that installation, or to a new one.',
    );
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
