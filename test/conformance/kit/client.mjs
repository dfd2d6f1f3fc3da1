// The ten operations of section 4, and a record of every answer they gave.
import { randomBytes } from 'node:crypto';
import { Shortfall, expect, show } from './runner.mjs';
import * as schemas from './schemas.mjs';

const { env } = process;
export const baseUrl = (env.BASE_URL ?? '').replace(/\/$/, '');
export const maxWaitMs = Number(env.MAX_WAIT_S ?? 120) * 1000;
export const keys = {
  all: env.KEY,
  read: env.KEY_READ,
  write: env.KEY_WRITE,
  delete: env.KEY_DELETE,
  other: env.KEY_OTHER,
  poor: env.KEY_POOR,
};

const reads = [400, 401, 403, 404];
const id = encodeURIComponent;
export const operations = {
  createUpload: {
    method: 'POST',
    path: () => '/api/v1/uploads',
    scope: 'write',
    statuses: [200, 201, ...reads],
    success: schemas.uploadSlot,
  },
  createJob: {
    method: 'POST',
    path: () => '/api/v1/jobs',
    scope: 'write',
    statuses: [200, 201, 402, 413, ...reads],
    success: schemas.job,
  },
  getJob: {
    method: 'GET',
    path: (x) => `/api/v1/jobs/${id(x)}`,
    scope: 'read',
    statuses: [200, 402, ...reads],
    success: schemas.job,
  },
  cancelJob: {
    method: 'POST',
    path: (x) => `/api/v1/jobs/${id(x)}/cancel`,
    scope: 'delete',
    statuses: [200, ...reads],
    success: schemas.job,
  },
  listJobArtifacts: {
    method: 'GET',
    path: (x) => `/api/v1/jobs/${id(x)}/artifacts`,
    scope: 'read',
    statuses: [200, ...reads],
    success: schemas.artifactList,
  },
  getArtifact: {
    method: 'GET',
    path: (x) => `/api/v1/artifacts/${id(x)}`,
    scope: 'read',
    statuses: [200, ...reads],
    success: schemas.artifact,
  },
  createQuote: {
    method: 'POST',
    path: () => '/api/v1/quotes',
    scope: 'write',
    statuses: [200, 201, 402, 422, ...reads],
    success: schemas.quote,
  },
  getQuote: {
    method: 'GET',
    path: (x) => `/api/v1/quotes/${id(x)}`,
    scope: 'read',
    statuses: [200, ...reads],
    success: schemas.quote,
  },
  getReceiptByJobId: {
    method: 'GET',
    path: (x) => `/api/v1/receipts?jobId=${id(x)}`,
    scope: 'read',
    statuses: [200, ...reads],
    success: schemas.receipt,
  },
  getReceipt: {
    method: 'GET',
    path: (x) => `/api/v1/receipts/${id(x)}`,
    scope: 'read',
    statuses: [200, ...reads],
    success: schemas.receipt,
  },
};

/** operation -> { answers, problems }; 429 and 503 are the design's, and legal anywhere. */
export const record = new Map(Object.keys(operations).map((name) => [name, { answers: 0, problems: new Set() }]));
export const throttled = { answers: 0, problems: new Set() };

const errorSchema = (status) =>
  status === 402 ? schemas.paymentRequired : status === 413 ? schemas.documentTooLarge : schemas.apiError;

function observe(operation, answer) {
  const seen = record.get(operation);
  const { statuses, success } = operations[operation];
  seen.answers++;
  if (![...statuses, 429, 503].includes(answer.status))
    seen.problems.add(`status ${answer.status} is not listed: ${show(answer.text)}`);
  if (!/^application\/json\b/.test(answer.headers.get('content-type') ?? ''))
    seen.problems.add(`${answer.status} with content type ${answer.headers.get('content-type')}`);
  const schema = answer.status < 300 ? success : errorSchema(answer.status);
  for (const problem of schema(answer.body, `body of ${answer.status}`)) seen.problems.add(problem);
}

/** Any request at all, not recorded, waiting out 429 as its Retry-After says. */
export async function raw(method, path, options) {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(method, path, options);
    if (answer.status !== 429 || attempt === 6) return answer;
    throttled.answers++;
    const seconds = Number(answer.headers.get('retry-after') ?? NaN);
    if (!(seconds >= 0)) throttled.problems.add(`${method} ${path}: Retry-After ${answer.headers.get('retry-after')}`);
    for (const problem of schemas.apiError(answer.body, 'body of 429')) throttled.problems.add(problem);
    await sleep(Math.min(seconds >= 0 ? seconds : 1, 30) * 1000 + 50);
  }
}

/** `body` is sent as it is when it is a string or bytes, else as JSON. */
async function send(method, path, { key = keys.all, headers = {}, body } = {}) {
  const plain = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(path.startsWith('http') ? path : baseUrl + path, {
    method,
    headers: Object.entries({
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }).filter(([, value]) => value !== undefined),
    body: plain ? body : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {}
  return { status: response.status, headers: response.headers, text, bytes, body: parsed };
}

/** One of the ten operations. */
export async function call(operation, { id: target, idempotencyKey, headers = {}, ...rest } = {}) {
  const { method, path } = operations[operation];
  if (idempotencyKey !== undefined) headers = { ...headers, 'idempotency-key': idempotencyKey };
  const answer = await raw(method, path(target), { headers, ...rest });
  observe(operation, answer);
  return answer;
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const unique = (prefix) => `${prefix}-${randomBytes(9).toString('hex')}`;
/** Well formed, and nobody's. */
export const unknownKey = () =>
  `scr_live_${randomBytes(40)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 43)}`;
export const parallel = (count, make) => Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** The same request `count` times at once, over connections that are open already, so that they truly meet. */
export async function race(count, make) {
  await parallel(count, () => raw('GET', '/api/v1/quotes/none'));
  return parallel(count, make);
}

/** 20 retries at once under one key, in five rounds: one 201 and nineteen 200 each; gives the answers of each round. */
export async function retries(operation, body, { rounds = 5, ...options } = {}) {
  const seen = [];
  for (let round = 0; round < rounds; round++) {
    const idempotencyKey = unique('race');
    const answers = await race(20, () => call(operation, { body, idempotencyKey, ...options }));
    expect.equal(
      answers
        .map((a) => a.status)
        .sort()
        .join(' '),
      `${'200 '.repeat(19)}201`,
      'statuses',
    );
    seen.push(answers);
  }
  return seen;
}

export const documentSource = (documentId) => ({ type: 'document', documentId });
export const externalSource = (fileUrl) => ({ type: 'external', fileUrl });

/** The PUT of section 4: no Authorization. */
export const put = (url, bytes, headers = {}) =>
  raw('PUT', url, { key: null, body: bytes, headers: { 'content-type': 'application/octet-stream', ...headers } });

/** Slot and bytes; gives the documentId. */
export async function upload(document, { key = keys.all, ...more } = {}) {
  const slot = await call('createUpload', {
    key,
    body: { fileName: document.fileName, fileType: document.fileType, ...more },
  });
  expect.status(slot, 201);
  const sent = await put(slot.body.uploadUrl, document.bytes, { 'content-type': document.fileType });
  expect.that(
    sent.status >= 200 && sent.status < 300,
    '2xx for the PUT to uploadUrl',
    `${sent.status} ${show(sent.text)}`,
  );
  return slot.body.documentId;
}

/** A new job, or a shortfall. */
export async function start(body, { key = keys.all, ...more } = {}) {
  const created = await call('createJob', { key, body, ...more });
  expect.status(created, 201);
  expect.matches(created.body, schemas.job, 'job');
  return created.body;
}

export const startDocument = async (document, options = {}, key = keys.all) =>
  start({ source: documentSource(await upload(document, { key })), ...options }, { key });

/** Polls until the job is terminal. `payment`: true ends at a 402 too and gives the answer, 'over' polls on through 402. */
export async function wait(
  jobId,
  { key = keys.all, until = (job) => schemas.terminal.includes(job.status), payment = false, every = 250, seen } = {},
) {
  const deadline = Date.now() + maxWaitMs;
  for (let last = ''; ; await sleep(every)) {
    const answer = await call('getJob', { key, id: jobId });
    if (payment === true && answer.status === 402) return answer;
    expect.status(answer, ...(payment === 'over' ? [200, 402] : [200]));
    if (answer.status === 200) seen?.(answer.body);
    if (answer.status === 200 && until(answer.body)) return payment === true ? answer : answer.body;
    last = `${answer.status} ${answer.body?.status} ${answer.body?.stage ?? ''} ${answer.body?.stageProgress ?? ''}`;
    if (Date.now() > deadline) throw new Shortfall(`the job to move on within ${maxWaitMs / 1000} s`, last);
  }
}

export async function convert(document, options = {}, key = keys.all) {
  return finish(await startDocument(document, options, key), key);
}

export async function convertUrl(fileUrl, options = {}, key = keys.all) {
  return finish(await start({ source: externalSource(fileUrl), ...options }, { key }), key);
}

const finish = (job, key) => wait(job.id, { key });

export function succeeded(job) {
  expect.that(job.status === 'succeeded', 'status succeeded', {
    status: job.status,
    errorCode: job.errorCode,
    error: job.error,
  });
  return job;
}

export async function artifacts(jobId, key = keys.all) {
  const answer = await call('listJobArtifacts', { key, id: jobId });
  expect.status(answer, 200);
  expect.matches(answer.body, schemas.artifactList, 'artifact list');
  return answer.body.artifacts;
}

/** The artifact's bytes by getArtifact: inline text, or a download without Authorization. */
export async function content(artifactId, key = keys.all) {
  const answer = await call('getArtifact', { key, id: artifactId });
  expect.status(answer, 200);
  expect.matches(answer.body, schemas.artifact, 'artifact');
  if (answer.body.text !== undefined) return { artifact: answer.body, bytes: Buffer.from(answer.body.text, 'utf8') };
  expect.that(answer.body.downloadUrl, 'text or downloadUrl', answer.body);
  const got = await raw('GET', answer.body.downloadUrl, { key: null });
  expect.status(got, 200);
  return { artifact: answer.body, bytes: got.bytes, contentType: got.headers.get('content-type') };
}

export async function markdown(jobId, key = keys.all) {
  const found = (await artifacts(jobId, key)).filter((a) => a.kind === 'markdown');
  expect.equal(found.length, 1, 'number of markdown artifacts');
  return (await content(found[0].id, key)).bytes.toString('utf8');
}

export async function receipt(jobId, key = keys.all) {
  const answer = await call('getReceiptByJobId', { key, id: jobId });
  expect.status(answer, 200);
  expect.matches(answer.body, schemas.receipt, 'receipt');
  return answer.body;
}
