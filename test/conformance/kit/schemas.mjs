// Section 2 and the tables of section 4 as strict validators: validator(value, path) gives a list of problems.
const problem = (path, wanted) => [`${path} is not ${wanted}`];

export const string = (v, path) => (typeof v === 'string' ? [] : problem(path, 'a string'));
export const name = (v, path) =>
  typeof v === 'string' && v.length >= 1 ? [] : problem(path, 'a string of at least 1 character');
export const boolean = (v, path) => (typeof v === 'boolean' ? [] : problem(path, 'a boolean'));
export const int53 = (v, path) =>
  Number.isSafeInteger(v) && v >= 0 ? [] : problem(path, 'an integer from 0 to 9007199254740991');
export const integer = (min) => (v, path) =>
  Number.isSafeInteger(v) && v >= min ? [] : problem(path, `an integer of at least ${min}`);
export const number =
  (min, max = Infinity) =>
  (v, path) =>
    typeof v === 'number' && v >= min && v <= max ? [] : problem(path, `a number from ${min} to ${max}`);
export const oneOf =
  (...values) =>
  (v, path) =>
    values.includes(v) ? [] : problem(path, `one of ${values.join(', ')}`);
export const array = (item) => (v, path) =>
  Array.isArray(v) ? v.flatMap((element, i) => item(element, `${path}[${i}]`)) : problem(path, 'an array');
const url = (v, path) => (typeof v === 'string' && URL.canParse(v) ? [] : problem(path, 'an absolute URL'));

/** ISO 8601, UTC with a trailing Z, on a day that the calendar has. */
export function timestamp(v, path) {
  const parts = typeof v === 'string' && /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?Z$/.exec(v);
  if (!parts) return problem(path, 'an ISO 8601 timestamp in UTC with a trailing Z');
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return real ? [] : problem(path, 'a valid date and time');
}

/** An object with exactly these fields; a field whose name ends in ? may be absent, never null. */
export function object(fields) {
  const known = new Map(
    Object.entries(fields).map(([key, validator]) => [
      key.replace(/\?$/, ''),
      { validator, optional: key.endsWith('?') },
    ]),
  );
  return (v, path) => {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) return problem(path, 'an object');
    const problems = Object.keys(v)
      .filter((key) => !known.has(key))
      .map((key) => `${path}.${key} is not listed`);
    for (const [key, { validator, optional }] of known) {
      if (Object.hasOwn(v, key)) problems.push(...validator(v[key], `${path}.${key}`));
      else if (!optional) problems.push(`${path}.${key} is missing`);
    }
    return problems;
  };
}

export const usage = object({
  'inputBytes?': int53,
  'discoveredPages?': int53,
  'ocrPages?': int53,
  'outputBytes?': int53,
  'durationMs?': int53,
});

const documentSource = object({ type: oneOf('document'), documentId: name });
const externalSource = object({ type: oneOf('external'), fileUrl: name, 'fileName?': string });
const source = (v, path) => (v?.type === 'external' ? externalSource : documentSource)(v, path);

export const uploadSlot = object({
  documentId: name,
  uploadUrl: url,
  accessUrl: string,
  objectKey: string,
  'expiresAt?': timestamp,
});

export const terminal = ['succeeded', 'failed', 'canceled'];
export const statuses = ['queued', 'running', 'input_required', ...terminal, 'expired'];
export const stages = ['preparing', 'converting', 'finalizing', 'complete', 'error'];

const jobShape = object({
  id: name,
  operation: oneOf('convert'),
  capabilityVersion: name,
  status: oneOf(...statuses),
  source,
  'fileSource?': oneOf('managed', 'external'),
  'includeImages?': boolean,
  'cached?': boolean,
  createdAt: timestamp,
  updatedAt: timestamp,
  'startedAt?': timestamp,
  'finishedAt?': timestamp,
  'error?': string,
  'errorCode?': string,
  'idempotencyKey?': string,
  'usage?': usage,
  'stage?': oneOf(...stages),
  'stageProgress?': number(0, 100),
  'message?': string,
  'pageRange?': object({ start: integer(1), end: integer(1) }),
  'partial?': boolean,
  'nextStartPage?': integer(2),
  'estimatedTotalPages?': integer(0),
});

/** The shape, and what its fields say of each other. */
export function job(v, path) {
  const problems = jobShape(v, path);
  if (problems.length) return problems;
  const time = (key) => Date.parse(v[key]);
  const rules = [
    [
      v.status === 'failed' ? v.error && v.errorCode : !('error' in v || 'errorCode' in v),
      'error and errorCode exactly when failed',
    ],
    [!(v.partial && !v.nextStartPage), 'nextStartPage on a partial job'],
    [!(v.nextStartPage && !v.partial), 'nextStartPage on partial jobs only'],
    [
      !(v.nextStartPage && v.pageRange) || v.nextStartPage === v.pageRange.end + 1,
      'nextStartPage right after pageRange',
    ],
    [!v.pageRange || v.pageRange.start <= v.pageRange.end, 'pageRange with start <= end'],
    [
      !(v.pageRange && v.estimatedTotalPages) || v.pageRange.end <= v.estimatedTotalPages,
      'pageRange within estimatedTotalPages',
    ],
    [time('updatedAt') >= time('createdAt'), 'updatedAt >= createdAt'],
    [!v.startedAt || time('startedAt') >= time('createdAt'), 'startedAt >= createdAt'],
    [!v.finishedAt || time('finishedAt') >= time(v.startedAt ? 'startedAt' : 'createdAt'), 'finishedAt >= startedAt'],
    [!v.finishedAt || [...terminal, 'expired'].includes(v.status), 'finishedAt on finished jobs only'],
    [v.stage !== 'complete' || ['succeeded', 'expired'].includes(v.status), 'stage complete on succeeded jobs only'],
    [v.status !== 'succeeded' || v.stage === undefined || v.stage === 'complete', 'stage complete on a succeeded job'],
    [
      v.fileSource === undefined || v.fileSource === (v.source.type === 'document' ? 'managed' : 'external'),
      'fileSource in step with source',
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, rule]) => `${path} breaks "${rule}"`);
}

// Which fields of artifacts and receipts are required is the design's decision.
export const artifact = object({
  id: name,
  jobId: name,
  kind: oneOf('markdown', 'image'),
  contentType: name,
  createdAt: timestamp,
  fileName: name,
  sizeBytes: int53,
  'downloadUrl?': name,
  'text?': string,
  contentHash: name,
  'expiresAt?': timestamp,
});

export const artifactList = object({ jobId: name, artifacts: array(artifact) });

export const quote = object({
  id: name,
  operation: oneOf('convert'),
  capabilityVersion: name,
  estimatedUsage: usage,
  estimatedCredits: number(0),
  maximumCredits: number(0),
  priceVersion: name,
  expiresAt: timestamp,
  createdAt: timestamp,
});

export const receipt = object({
  id: name,
  jobId: name,
  'quoteId?': string,
  artifactIds: array(string),
  'holdId?': string,
  tenantId: string,
  'actorPrincipalId?': string,
  'actorType?': oneOf('api_key', 'kubernetes_user'),
  'credentialId?': string,
  'channel?': oneOf('api', 'kubectl', 'console'),
  usage,
  'sourceFormat?': string,
  reservedCredits: int53,
  settledCredits: int53,
  priceVersion: string,
  tier: string,
  'fundingSource?': oneOf('prepaid'),
  originalReceiptId: (v, path) => (v === null ? [] : string(v, path)),
  kind: oneOf('original', 'refund', 'correction'),
  outcome: oneOf('succeeded', 'partial', 'failed', 'canceled'),
  'errorCode?': string,
  'meterEventId?': string,
  'paymentInvoiceId?': string,
  occurredAt: timestamp,
  createdAt: timestamp,
});

export const apiError = object({ error: name, 'code?': name });
export const paymentRequired = object({
  error: name,
  'code?': name,
  'quote?': quote,
  topUpPath: name,
  'requiredCredits?': number(0),
  'availableCredits?': number(0),
});
export const documentTooLarge = object({
  error: name,
  code: oneOf('document_too_large'),
  maxPages: integer(1),
  'estimatedPages?': integer(1),
  'jobId?': name,
});
