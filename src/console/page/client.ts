import { keptKey } from './session.ts';

/** Where the service's operations beyond the interface are. */
export const OWN = '/api/scriptorium/v1';

export interface Usage {
  readonly inputBytes?: number;
  readonly discoveredPages?: number;
  readonly ocrPages?: number;
  readonly outputBytes?: number;
  readonly durationMs?: number;
}

export type Source =
  | { readonly type: 'document'; readonly documentId: string }
  | { readonly type: 'external'; readonly fileUrl: string; readonly fileName?: string };

export interface Job {
  readonly id: string;
  readonly status: string;
  readonly stage?: string;
  readonly stageProgress?: number;
  readonly message?: string;
  readonly error?: string;
  readonly errorCode?: string;
  readonly createdAt: string;
  readonly source: Source;
  readonly includeImages?: boolean;
  readonly cached?: boolean;
  readonly partial?: boolean;
  readonly nextStartPage?: number;
  readonly pageRange?: { readonly start: number; readonly end: number };
  readonly estimatedTotalPages?: number;
  readonly usage?: Usage;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** The rest only in the console's list. */
  readonly documentName?: string;
  readonly format?: string;
  readonly warningCount?: number;
  readonly credits?: number;
}

export interface Artifact {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly text?: string;
  readonly downloadUrl?: string;
}

export interface Quote {
  readonly maximumCredits: number;
  readonly estimatedUsage: Usage;
}

/** An answer that is not a success, with the interface's message. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body['error'] === 'string' ? body['error'] : `The service responded with status ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Asks the service. A 429 is waited out; whatever else is no success is thrown, with a sentence for the person in
 * front.
 */
export async function call<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<T> {
  const request = {
    method,
    headers: {
      Authorization: `Bearer ${keptKey() ?? ''}`,
      ...(body && !(body instanceof FormData) ? { 'Content-Type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
  };
  for (;;) {
    const response = await fetch(path, request).catch(() => {
      throw new Error('The service is not responding.');
    });
    if (response.status === 429) {
      const seconds = Number(response.headers.get('Retry-After')) || 1;
      await new Promise((done) => {
        setTimeout(done, seconds * 1000);
      });
      continue;
    }
    const answer = (await response.json().catch(() => ({}))) as T;
    if (!response.ok) throw new Refusal(response.status, answer as Record<string, unknown>);
    return answer;
  }
}

/** An idempotency key for all presses of one button: a press whose answer got lost is not done twice. */
export const pressKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Starts a conversion as the console shows it, with boxes. It is not createJob, which takes fewer options. Returns the
 * ID of the job.
 */
export async function startJob(source: Source, options: object, key: string, password = ''): Promise<string> {
  const named =
    source.type === 'document'
      ? { documentId: source.documentId }
      : { url: source.fileUrl, ...(source.fileName !== undefined && { fileName: source.fileName }) };
  const query = new URLSearchParams({ ...named, ...options, outputs: 'document', output: 'json', wait: '0' });
  const form = new FormData();
  form.set('password', password);
  const body = password === '' ? undefined : form;
  const answer = await call<Job | { readonly job: Job }>('POST', `${OWN}/convert?${query}`, body, key);
  return 'job' in answer ? answer.job.id : answer.id;
}

/** Whether a document was not opened for want of a password, or of another. */
export const isLocked = (code: unknown): boolean => code === 'password_protected' || code === 'wrong_password';

/** Asks for a slot and puts the bytes there; `progress` is called with a share of 1. */
export async function upload(file: File, progress: (share: number) => void): Promise<string> {
  const slot = await call<{ documentId: string; uploadUrl: string }>('POST', '/api/v1/uploads', {
    fileName: file.name,
    fileType: file.type || 'application/octet-stream',
  });
  await new Promise<void>((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('PUT', slot.uploadUrl);
    request.upload.addEventListener('progress', (event) => progress(event.total > 0 ? event.loaded / event.total : 0));
    request.addEventListener('load', () => (request.status < 300 ? done() : fail(new Error(uploadProblem(request)))));
    request.addEventListener('error', () =>
      fail(
        new Error(
          'The upload was interrupted. If the object store is on another host, its CORS rules must allow uploads from this page.',
        ),
      ),
    );
    request.send(file);
  });
  return slot.documentId;
}

function uploadProblem({ status, responseText }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { error: string }).error;
  } catch {
    return `The upload failed with status ${status}.`;
  }
}
