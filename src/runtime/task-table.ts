import { Ajv, type ValidateFunction } from 'ajv';
import { FAILURE_CODES } from '../failures/failure.ts';
import type { TaskName, TaskRequest, TaskResult } from '../protocol/tasks.ts';
import { STEPS } from '../protocol/worker.ts';

/** Who runs a task in a cluster: workers open documents and have no internet, the fetcher the reverse. */
export type TaskRole = 'worker' | 'fetcher';

export interface TaskDefinition {
  readonly role: TaskRole;
  /** Of the work itself. A document's task ends by force after it, a URL's by its own clock. */
  readonly seconds: number;
  readonly memoryBytes: number;
  /** How often a process is tried that ends without an answer. */
  readonly attempts: number;
  /** JSON schemas. A server refuses other requests; nobody believes another result. */
  readonly request: object;
  readonly result: object;
}

const MIB = 1024 * 1024;

const text = (maxLength: number): object => ({ type: 'string', minLength: 1, maxLength });
const whole = (minimum = 0): object => ({ type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER });
const flag = { type: 'boolean' };
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const url = text(16_384);
const workspace = text(63);
const jobId = text(300);
const fileName = { type: 'string', maxLength: 1024 };

/** Every property is required unless it is named as optional. */
const record = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  ...record(properties, optional),
  additionalProperties: false,
});

/**
 * A server of the previous version is asked by this one and the reverse while a release is upgraded: it names no
 * workspace.
 */
const request = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object =>
  record({ workspace, ...properties }, ['workspace', ...optional]);

const failure = closed({ code: { enum: FAILURE_CODES }, message: { type: 'string', maxLength: 2000 } });

/** A success with these properties, or a failure. */
const result = (
  success: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
  failed: Readonly<Record<string, object>> = {},
): object => ({
  oneOf: [
    closed({ ok: { const: true }, ...success }, optional),
    closed({ ok: { const: false }, failure, ...failed }, Object.keys(failed)),
  ],
});

const password = { type: 'string', maxLength: 1024 };

const source = closed({
  format: text(40),
  bytes: whole(),
  sha256,
  pages: whole(),
  scanned: flag,
  ranged: flag,
  native: flag,
});

const milliseconds = { type: 'number', minimum: 0 };
const timing = closed({
  agoMs: milliseconds,
  steps: {
    type: 'array',
    maxItems: 500,
    items: closed({ step: { enum: STEPS }, agoMs: milliseconds, ms: milliseconds }),
  },
});

/**
 * All that is said of tasks, in one place. Requests may carry more properties than the schemas know, so that servers
 * and their clients can be upgraded one after the other.
 */
export const TASKS: { readonly [N in TaskName]: TaskDefinition } = {
  probe: {
    role: 'worker',
    seconds: 60,
    memoryBytes: 768 * MIB,
    attempts: 2,
    request: request(
      {
        jobId,
        get: url,
        bytes: whole(),
        fileName,
        key: text(1024),
        converts: flag,
        password,
      },
      ['fileName', 'password', 'key', 'converts'],
    ),
    result: result({ source, timing }, ['timing'], { sha256, timing }),
  },
  draw: {
    role: 'worker',
    seconds: 30,
    memoryBytes: 768 * MIB,
    attempts: 1,
    request: request({ jobId, get: url, put: url, bytes: whole(), sha256, page: whole(1), password }, ['password']),
    result: result({}),
  },
  fetch: {
    role: 'fetcher',
    seconds: 150,
    memoryBytes: 256 * MIB,
    attempts: 1,
    request: request({ jobId, url, put: url, maxBytes: whole() }),
    result: result({ bytes: whole(), fileName }, ['fileName']),
  },
  size: {
    role: 'fetcher',
    seconds: 10,
    memoryBytes: 256 * MIB,
    attempts: 1,
    request: request({ url }),
    result: result({ bytes: whole() }, ['bytes']),
  },
  post: {
    role: 'fetcher',
    seconds: 15,
    memoryBytes: 256 * MIB,
    attempts: 1,
    request: request({
      jobId,
      url,
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: { type: 'string' },
    }),
    result: result({ status: { type: 'integer', minimum: 100, maximum: 999 } }),
  },
};

export const isTask = (name: string): name is TaskName => Object.hasOwn(TASKS, name);

const ajv = new Ajv({ allErrors: false });
const compiled = new Map<object, ValidateFunction>();

function matches(schema: object, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** True for a request of this task. */
export const isRequest = <N extends TaskName>(name: N, value: unknown): value is TaskRequest<N> =>
  matches(TASKS[name].request, value);

/**
 * True for a result of this task. It comes from a process that opened a document or a URL: it is not believed before.
 */
export const isResult = <N extends TaskName>(name: N, value: unknown): value is TaskResult<N> =>
  matches(TASKS[name].result, value);
