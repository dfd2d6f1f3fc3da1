import { FAILURE_CODES } from '../failures/failure.ts';
import type { Value } from '../resource/value.ts';
import { closed, record } from './json-schema.ts';
import { TIMING_SCHEMA as timing } from './worker.ts';

/** For whom a task runs: places are shared fairly between workspaces. */
export interface TaskOwner {
  readonly workspace: string;
  readonly jobId: string;
  /** Of the trace that the task belongs to (W3C Trace Context), where its steps are wanted for it. */
  readonly traceparent?: string;
}

/** Pictures of pages are smaller than this. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** Pictures of pages that a converter class is asked about, and its texts, are smaller than this. */
export const MAX_ASKED_BYTES = 4 * 1024 * 1024;
export const MAX_READING = 64 * 1024;

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;
const whole = (minimum = 0) => ({ type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER }) as const;
const flag = { type: 'boolean' } as const;
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const url = text(16_384);
const jobId = text(300);
const fileName = { type: 'string', maxLength: 1024 } as const;
const password = { type: 'string', maxLength: 1024 } as const;
/**
 * Of the owner. A server of the previous version is asked by this one and the reverse while a release is upgraded: it
 * names no workspace.
 */
const workspace = text(63);

const failure = closed({ code: { enum: FAILURE_CODES }, message: { type: 'string', maxLength: 2000 } });
/** The document's, the URL's or the user's fault. Transient trouble is no result: it is thrown. */
const failed = closed({ ok: { const: false }, failure });
export type TaskFailure = Value<typeof failed>;

const source = closed({
  format: text(40),
  bytes: whole(),
  sha256,
  pages: whole(),
  scanned: flag,
  ranged: flag,
  native: flag,
});

/**
 * Tasks: short pieces of work beside the conversion itself, each asked once and answered once by a process that ends
 * afterwards. These are the requests as that process gets them, and its results. Objects are named by signed URLs
 * (`get`, `put`), since it has no credentials. Requests may carry more properties than the schemas know, so that
 * servers and their clients can be upgraded one after the other. `src/runtime/task-table.ts` has the limits.
 */
export const TASK_SCHEMAS = {
  /**
   * Reads a document once: type, hash, page count. `key` identifies it for a conversion that may follow in the same
   * process, which then need not download it; `converts` is true where the same job converts it next.
   */
  probe: {
    request: record(
      { workspace, jobId, get: url, bytes: whole(), fileName, key: text(1024), converts: flag, password },
      ['workspace', 'fileName', 'password', 'key', 'converts'],
    ),
    result: {
      oneOf: [
        closed({ ok: { const: true }, source, timing }, ['timing']),
        closed({ ok: { const: false }, failure, sha256, timing }, ['sha256', 'timing']),
      ],
    },
  },
  /** Draws one page, counted from 1, as a WebP file. A document of another hash is not drawn. */
  draw: {
    request: record({ workspace, jobId, get: url, put: url, bytes: whole(), sha256, page: whole(1), password }, [
      'workspace',
      'password',
    ]),
    result: { oneOf: [closed({ ok: { const: true } }), failed] },
  },
  /** Stores what a URL of the internet returns. */
  fetch: {
    request: record({ workspace, jobId, url, put: url, maxBytes: whole() }, ['workspace']),
    result: { oneOf: [closed({ ok: { const: true }, bytes: whole(), fileName }, ['fileName']), failed] },
  },
  /** Asks a URL of the internet for its size, without downloading it; `bytes` is missing if its server does not say. */
  size: {
    request: record({ workspace, url }, ['workspace']),
    result: { oneOf: [closed({ ok: { const: true }, bytes: whole() }, ['bytes']), failed] },
  },
  /**
   * Asks the endpoint of a converter class for the text of a page, of which `picture` is a PNG file in base64. `apiKey`
   * is missing where whoever asks has it.
   */
  ask: {
    request: record(
      {
        workspace,
        jobId,
        className: text(63),
        endpoint: text(2048),
        model: text(256),
        apiKey: text(4096),
        picture: text(Math.ceil(MAX_ASKED_BYTES / 3) * 4),
      },
      ['workspace', 'apiKey'],
    ),
    result: {
      oneOf: [closed({ ok: { const: true }, text: { type: 'string', maxLength: MAX_READING } }), failed],
    },
  },
  /** Sends a body of some kilobytes to a URL of the internet. A redirect is not followed: its status is the result. */
  post: {
    request: record(
      {
        workspace,
        jobId,
        url,
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: { type: 'string' },
      },
      ['workspace'],
    ),
    result: {
      oneOf: [closed({ ok: { const: true }, status: { type: 'integer', minimum: 100, maximum: 999 } }), failed],
    },
  },
} as const;

type Schemas = typeof TASK_SCHEMAS;
interface TypesOf<N extends keyof Schemas, Owner> {
  readonly request: Value<Schemas[N]['request']> & Owner;
  readonly result: Value<Schemas[N]['result']>;
}
interface TaskTypes {
  readonly probe: TypesOf<'probe', TaskOwner>;
  readonly draw: TypesOf<'draw', TaskOwner>;
  readonly fetch: TypesOf<'fetch', TaskOwner>;
  readonly size: TypesOf<'size', Pick<TaskOwner, 'workspace'>>;
  readonly ask: TypesOf<'ask', TaskOwner>;
  readonly post: TypesOf<'post', TaskOwner>;
}
export type TaskName = keyof TaskTypes;
export type TaskRequest<N extends TaskName> = TaskTypes[N]['request'];
export type TaskResult<N extends TaskName> = TaskTypes[N]['result'];
