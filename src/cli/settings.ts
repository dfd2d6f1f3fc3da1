import { DEFAULT_SETTINGS, type JobSettings } from '../job/settings.ts';
import type { LogLevel } from '../telemetry/log.ts';

/** One setting: an environment variable and the flag of the same name (`SCRIPTORIUM_DATA_DIR`, `--data-dir`). */
export interface Setting<T> {
  readonly env: string;
  readonly description: string;
  readonly value: T;
  readonly parse: (text: string) => T | undefined;
  /** What `parse` takes, for the message about a wrong value. */
  readonly takes: string;
}

const MIB = 1024 * 1024;

const text = (env: string, value: string, description: string): Setting<string> => ({
  env,
  value,
  description,
  takes: 'a text',
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
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
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
    description: 'Least level that is logged.',
    takes: `one of ${LEVELS.join(', ')}`,
    parse: (given) => LEVELS.find((level) => level === given),
  } as Setting<LogLevel>,
  publicUrl: text(
    'SCRIPTORIUM_PUBLIC_URL',
    '',
    'Address at which clients reach the service; by default that of the port.',
  ),
  allowLoopbackUrls: flag(
    'SCRIPTORIUM_ALLOW_LOOPBACK_URLS',
    false,
    'Let jobs fetch from this machine, and webhooks go to it; for tests only.',
  ),
  allowedUrlNets: text(
    'SCRIPTORIUM_ALLOWED_URL_NETS',
    '',
    'Networks beside the public internet that jobs may fetch from and webhooks may go to, such as 10.20.0.0/16 of an intranet, with commas between them.',
  ),
  maxPages: whole(
    'SCRIPTORIUM_MAX_PAGES',
    DEFAULT_SETTINGS.maxPages,
    'Pages of a document that one job may convert; more is answered 413.',
  ),
  rangePages: whole('SCRIPTORIUM_RANGE_PAGES', DEFAULT_SETTINGS.rangePages, 'Pages that one converter process takes.'),
  scannedRangePages: whole(
    'SCRIPTORIUM_SCANNED_RANGE_PAGES',
    DEFAULT_SETTINGS.scannedRangePages,
    'The same where the pages are likely to need OCR.',
  ),
  ocrLanguages: text(
    'SCRIPTORIUM_OCR_LANGUAGES',
    'eng',
    'Languages of scanned pages, as Tesseract codes, with commas between them.',
  ),
  maxUploadMib: whole(
    'SCRIPTORIUM_MAX_UPLOAD_MIB',
    DEFAULT_SETTINGS.maxUploadBytes / MIB,
    'Size of a document at most, uploaded or fetched.',
  ),
  rangeMemoryMib: whole(
    'SCRIPTORIUM_RANGE_MEMORY_MIB',
    DEFAULT_SETTINGS.memoryBytes / MIB,
    'Resident memory of one converter process at most.',
    64,
  ),
  rangeSeconds: whole(
    'SCRIPTORIUM_RANGE_SECONDS',
    DEFAULT_SETTINGS.rangeSeconds,
    'Seconds that one converter process may take.',
  ),
  attempts: whole(
    'SCRIPTORIUM_RANGE_ATTEMPTS',
    DEFAULT_SETTINGS.attempts,
    'How often a page range is tried that breaks down.',
  ),
  resourceTtl: whole(
    'SCRIPTORIUM_RESOURCE_TTL_SECONDS',
    DEFAULT_SETTINGS.resourceTtl,
    'Seconds that a finished ConversionJob is kept; its record stays.',
    0,
  ),
  artifactRetention: whole(
    'SCRIPTORIUM_ARTIFACT_RETENTION_SECONDS',
    DEFAULT_SETTINGS.artifactRetention,
    'Seconds that artifacts are kept; then the job is `expired`.',
  ),
  quoteLifetime: whole(
    'SCRIPTORIUM_QUOTE_LIFETIME_SECONDS',
    DEFAULT_SETTINGS.quoteLifetime,
    'Seconds that a quote holds.',
  ),
  idempotencyWindow: whole(
    'SCRIPTORIUM_IDEMPOTENCY_WINDOW_SECONDS',
    DEFAULT_SETTINGS.idempotencyWindow,
    'Seconds that an idempotency key is remembered.',
  ),
  uploadUrlLifetime: whole(
    'SCRIPTORIUM_UPLOAD_URL_SECONDS',
    DEFAULT_SETTINGS.uploadUrlLifetime,
    'Seconds that an uploadUrl can be used.',
  ),
  urlLifetime: whole(
    'SCRIPTORIUM_URL_SECONDS',
    DEFAULT_SETTINGS.urlLifetime,
    'Seconds that any other signed URL can be used.',
  ),
  creditsWait: whole(
    'SCRIPTORIUM_CREDITS_WAIT_SECONDS',
    DEFAULT_SETTINGS.creditsWait,
    'Seconds that a job waits for credits before it fails.',
  ),
  sweepSeconds: whole(
    'SCRIPTORIUM_SWEEP_SECONDS',
    60,
    'Seconds between two looks for what has lost its owner. What has had its time is looked for by the hour.',
  ),
  topUpPath: text(
    'SCRIPTORIUM_TOP_UP_PATH',
    DEFAULT_SETTINGS.topUpPath,
    'Path or URL that a 402 answer names for adding credits.',
  ),
} as const;

/** Settings of the embedded form only. */
export const EMBEDDED = {
  port: whole('SCRIPTORIUM_PORT', 8080, 'Port of the REST API; 0 takes a free one.', 0, 65_535),
  host: text('SCRIPTORIUM_HOST', '127.0.0.1', 'Address that the REST API listens on.'),
  dataDir: text('SCRIPTORIUM_DATA_DIR', './data', 'Folder that holds everything the service has to keep.'),
  ocrDataDir: text(
    'SCRIPTORIUM_OCR_DATA_DIR',
    '',
    'Folder of `CODE.traineddata` or `CODE.traineddata.gz` files for `SCRIPTORIUM_OCR_LANGUAGES`; English is always there. In a cluster: `converter.ocrData` of the chart.',
  ),
  cores: whole('SCRIPTORIUM_CORES', 0, 'Converter processes at a time; 0 is one for each core.', 0),
} as const;

export type Values<D> = { readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never };
type Definitions = Readonly<Record<string, Setting<string> | Setting<boolean> | Setting<number> | Setting<LogLevel>>>;

/** `SCRIPTORIUM_DATA_DIR` as a flag: `--data-dir`. */
export const flagOf = (env: string): string =>
  `--${env
    .replace(/^SCRIPTORIUM_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/** Reads settings from flags (by environment name) and the environment, flags first. Throws `WrongSetting`, whose message is for the user. */
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
      throw new WrongSetting(`${setting.env} is ${JSON.stringify(given)}, but takes ${setting.takes}.`);
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

/** What the jobs' rooms need of the settings. */
export function jobSettings(values: Values<typeof SERVICE>): JobSettings {
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
    ocrLanguages: ocrLanguages
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean),
    maxUploadBytes: maxUploadMib * MIB,
    memoryBytes: rangeMemoryMib * MIB,
  };
}
