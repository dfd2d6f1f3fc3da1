import { DEFAULT_SETTINGS, type JobSettings } from '../resource/settings.ts';
import type { LogLevel } from '../telemetry/log.ts';

/** One setting: an environment variable and the flag of the same name (`SCRIPTORIUM_DATA_DIR`, `--data-dir`). */
export interface Setting<T> {
  readonly env: string;
  readonly description: string;
  readonly value: T;
  readonly parse: (text: string) => T | undefined;
  /** The values that `parse` takes, for the message about a wrong one. */
  readonly takes: string;
}

const MIB = 1024 * 1024;

const text = (env: string, value: string, description: string): Setting<string> => ({
  env,
  value,
  description,
  takes: 'a string',
  parse: (given) => given || undefined,
});
const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };
const flag = (env: string, value: boolean, description: string): Setting<boolean> => ({
  env,
  value,
  description,
  takes: 'true or false',
  parse: (given) => FLAGS[given],
});
const whole = (
  env: string,
  value: number,
  description: string,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { readonly least?: number; readonly most?: number } = {},
): Setting<number> => ({
  env,
  value,
  description,
  takes: `a whole number of ${least} or more`,
  parse: (given) =>
    /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
});
const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Settings of every form of the service. */
export const SERVICE = {
  logLevel: {
    env: 'SCRIPTORIUM_LOG_LEVEL',
    value: 'info',
    description: 'Minimum level of log messages.',
    takes: `one of ${LEVELS.join(', ')}`,
    parse: (given) => LEVELS.find((level) => level === given),
  } as Setting<LogLevel>,
  publicUrl: text('SCRIPTORIUM_PUBLIC_URL', '', 'URL at which clients reach the service. Defaults to the local port.'),
  allowLoopbackUrls: flag(
    'SCRIPTORIUM_ALLOW_LOOPBACK_URLS',
    false,
    'Allow jobs to fetch from this machine and webhooks to call it. For tests only.',
  ),
  allowedUrlNets: text(
    'SCRIPTORIUM_ALLOWED_URL_NETS',
    '',
    'Private networks that jobs may fetch from and webhooks may call, separated by commas, such as 10.20.0.0/16.',
  ),
  maxPages: whole(
    'SCRIPTORIUM_MAX_PAGES',
    DEFAULT_SETTINGS.maxPages,
    'Maximum number of pages of a job. Larger documents are refused with 413.',
  ),
  rangePages: whole(
    'SCRIPTORIUM_RANGE_PAGES',
    DEFAULT_SETTINGS.rangePages,
    'Number of pages that one converter process converts. Up to four times as many of a long document, which then has about as many ranges as converters may run at a time.',
  ),
  scannedRangePages: whole(
    'SCRIPTORIUM_SCANNED_RANGE_PAGES',
    DEFAULT_SETTINGS.scannedRangePages,
    'Number of pages that one converter process converts of a document that probably needs OCR. On a single machine, fewer while converters are free, so that they share a short scan.',
  ),
  ocrLanguages: text(
    'SCRIPTORIUM_OCR_LANGUAGES',
    'auto',
    'Languages of scanned pages as Tesseract codes, separated by commas. `auto` means all that have data (up to 16). Each page is read in the language that suits it best.',
  ),
  maxUploadMib: whole(
    'SCRIPTORIUM_MAX_UPLOAD_MIB',
    DEFAULT_SETTINGS.maxUploadBytes / MIB,
    'Maximum size of an uploaded or fetched document, in MiB.',
  ),
  rangeMemoryMib: whole(
    'SCRIPTORIUM_RANGE_MEMORY_MIB',
    DEFAULT_SETTINGS.memoryBytes / MIB,
    'Maximum resident memory of one converter process, in MiB.',
    { least: 64 },
  ),
  rangeSeconds: whole(
    'SCRIPTORIUM_RANGE_SECONDS',
    DEFAULT_SETTINGS.rangeSeconds,
    'Time limit of one converter process, in seconds. One that converts up to four times SCRIPTORIUM_RANGE_PAGES has up to four times as long.',
  ),
  attempts: whole(
    'SCRIPTORIUM_RANGE_ATTEMPTS',
    DEFAULT_SETTINGS.attempts,
    'Maximum number of attempts to convert a page range.',
  ),
  resourceTtl: whole(
    'SCRIPTORIUM_RESOURCE_TTL_SECONDS',
    DEFAULT_SETTINGS.resourceTtl,
    'How long a finished ConversionJob is kept, in seconds. Its record remains.',
    { least: 0 },
  ),
  maxFinished: whole(
    'SCRIPTORIUM_MAX_FINISHED',
    DEFAULT_SETTINGS.maxFinished,
    'Maximum number of finished ConversionJobs that are kept. The oldest are deleted first. Their records remain.',
  ),
  artifactRetention: whole(
    'SCRIPTORIUM_ARTIFACT_RETENTION_SECONDS',
    DEFAULT_SETTINGS.artifactRetention,
    'How long artifacts are kept, in seconds. After that, the job is `expired`.',
  ),
  quoteLifetime: whole(
    'SCRIPTORIUM_QUOTE_LIFETIME_SECONDS',
    DEFAULT_SETTINGS.quoteLifetime,
    'How long a quote is valid, in seconds.',
  ),
  idempotencyWindow: whole(
    'SCRIPTORIUM_IDEMPOTENCY_WINDOW_SECONDS',
    DEFAULT_SETTINGS.idempotencyWindow,
    'How long an idempotency key is kept, in seconds.',
  ),
  uploadUrlLifetime: whole(
    'SCRIPTORIUM_UPLOAD_URL_SECONDS',
    DEFAULT_SETTINGS.uploadUrlLifetime,
    'How long an uploadUrl is valid, in seconds.',
  ),
  urlLifetime: whole(
    'SCRIPTORIUM_URL_SECONDS',
    DEFAULT_SETTINGS.urlLifetime,
    'How long any other signed URL is valid, in seconds.',
  ),
  creditsWait: whole(
    'SCRIPTORIUM_CREDITS_WAIT_SECONDS',
    DEFAULT_SETTINGS.creditsWait,
    'How long a job waits for credits before it fails, in seconds.',
  ),
  stalled: whole(
    'SCRIPTORIUM_STALLED_SECONDS',
    DEFAULT_SETTINGS.stalled,
    'How long the converter of a job may be unable to start, for example because its image cannot be pulled, before the job fails, in seconds. Waiting for a place or for a node does not count.',
  ),
  documentWait: whole(
    'SCRIPTORIUM_DOCUMENT_WAIT_SECONDS',
    DEFAULT_SETTINGS.documentWait,
    'How long a request waits for its document to be read, in seconds. After that, createJob answers and the job continues; createQuote answers 503. In a cluster, more than 10 counts as 10, because proxies do not wait long for an answer.',
  ),
  maxQueuedJobs: whole(
    'SCRIPTORIUM_MAX_QUEUED_JOBS',
    DEFAULT_SETTINGS.maxQueuedJobs,
    'Maximum number of unfinished jobs of a workspace. More are refused with 429. Each API process counts approximately. A Workspace can have its own limit.',
  ),
  maxRunning: whole(
    'SCRIPTORIUM_MAX_RUNNING',
    DEFAULT_SETTINGS.maxRunning,
    'Maximum number of converter processes or pods of a workspace at the same time. 0 means no limit. A Workspace can have its own limit.',
    { least: 0 },
  ),
  requestsPerSecond: whole(
    'SCRIPTORIUM_REQUESTS_PER_SECOND',
    DEFAULT_SETTINGS.requestsPerSecond,
    'Average number of REST requests per second of all API keys of a workspace together. More are refused with 429. Each API process counts separately. 0 means 1000, twice the limit of a key. A Workspace can have its own limit.',
    { least: 0 },
  ),
  sweepSeconds: whole(
    'SCRIPTORIUM_SWEEP_SECONDS',
    60,
    'Interval between searches for orphaned resources, in seconds. Expired data is deleted hourly.',
  ),
  topUpPath: text(
    'SCRIPTORIUM_TOP_UP_PATH',
    DEFAULT_SETTINGS.topUpPath,
    'Path or URL for adding credits, returned with 402 responses.',
  ),
} as const;

/** Settings of the embedded form only. */
export const EMBEDDED = {
  port: whole('SCRIPTORIUM_PORT', 8080, 'Port of the REST API. 0 selects any free port.', { least: 0, most: 65_535 }),
  host: text('SCRIPTORIUM_HOST', '127.0.0.1', 'Host name or IP address that the REST API listens on.'),
  requireSignIn: flag(
    'SCRIPTORIUM_REQUIRE_SIGN_IN',
    false,
    'Require a key or a sign-in link of browsers on this machine, too. Otherwise, they open the console without one while the REST API listens only on a loopback address and `SCRIPTORIUM_PUBLIC_URL` is not set.',
  ),
  dataDir: text('SCRIPTORIUM_DATA_DIR', './data', 'Folder for all persistent data.'),
  ocrDataDir: text(
    'SCRIPTORIUM_OCR_DATA_DIR',
    '',
    'Folder of `CODE.traineddata` or `CODE.traineddata.gz` files for `SCRIPTORIUM_OCR_LANGUAGES`. English is included. In a cluster, use the chart value `converter.ocrData`.',
  ),
  cores: whole('SCRIPTORIUM_CORES', 0, 'Number of concurrent converter processes. 0 means one per core.', { least: 0 }),
  s3Bucket: text(
    'S3_BUCKET',
    '',
    'S3 bucket for documents, results and records, in place of the data folder. Credentials are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or a role.',
  ),
  s3Prefix: text('S3_PREFIX', '', 'Folder of the bucket.'),
  s3Endpoint: text('S3_ENDPOINT', '', 'URL of the S3 server, if it is not AWS.'),
  s3PublicEndpoint: text(
    'S3_PUBLIC_ENDPOINT',
    '',
    'URL at which clients reach the S3 server. If it is set, they upload and download there, otherwise through the service.',
  ),
  s3Region: text('S3_REGION', 'us-east-1', 'Region of the bucket.'),
  s3CreateBucket: flag('S3_CREATE_BUCKET', false, 'Create the bucket if it does not exist.'),
  redisUrl: text(
    'REDIS_URL',
    '',
    'Redis server for balances, holds and progress, in place of the memory: `redis://[USER:PASSWORD@]HOST:PORT[/DB]` or `rediss://…`.',
  ),
  redisPrefix: text('REDIS_PREFIX', 'ledger:', 'Prefix of all keys in Redis.'),
} as const;

export type Values<D> = { readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never };
type Definitions = Readonly<Record<string, Setting<string> | Setting<boolean> | Setting<number> | Setting<LogLevel>>>;

/** `SCRIPTORIUM_DATA_DIR` as a flag: `--data-dir`. */
export const flagOf = (env: string): string =>
  `--${env
    .replace(/^SCRIPTORIUM_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/**
 * Reads settings from flags (by environment name) and the environment, flags first. Throws `WrongSetting`, whose
 * message is for the user.
 */
export function readSettings<D extends Definitions>(
  definitions: D,
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>> = {},
): Values<D> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(definitions)) {
    const given = flags[setting.env] ?? env[setting.env];
    const value = given === undefined || given === '' ? setting.value : setting.parse(given);
    if (value === undefined)
      throw new WrongSetting(`${setting.env} is ${JSON.stringify(given)}, but must be ${setting.takes}.`);
    values[name] = value;
  }
  return values as Values<D>;
}

export class WrongSetting extends Error {}

/** Networks that URLs may lead to although they are not public. */
export function allowedNets(values: Pick<Values<typeof SERVICE>, 'allowLoopbackUrls' | 'allowedUrlNets'>): string[] {
  const listed = values.allowedUrlNets
    .split(',')
    .map((net) => net.trim())
    .filter(Boolean);
  return [...listed, ...(values.allowLoopbackUrls ? ['127.0.0.0/8', '::1/128'] : [])];
}

/** The settings that jobs need. `parallelism`: converters of one job at a time. */
export function jobSettings(values: Values<typeof SERVICE>, parallelism: number): JobSettings {
  const {
    logLevel: _l,
    publicUrl: _p,
    allowLoopbackUrls: _a,
    allowedUrlNets: _n,
    maxUploadMib,
    rangeMemoryMib,
    ocrLanguages,
    sweepSeconds: _s,
    ...same
  } = values;
  return {
    ...DEFAULT_SETTINGS,
    ...same,
    parallelism,
    ocrLanguages: ocrLanguages
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean),
    maxUploadBytes: maxUploadMib * MIB,
    memoryBytes: rangeMemoryMib * MIB,
  };
}
