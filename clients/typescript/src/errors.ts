import type { ErrorCode, Job } from './types.js';

export type Body = Readonly<Record<string, unknown>>;

/** An error of the service: decide by `code`, show `message`. */
export class ScriptoriumError extends Error {
  /** Status of the response; 0 if there was none. */
  readonly status: number;
  /** `unreachable` if the server did not respond, `refused` if its response has no code. */
  readonly code: ErrorCode | 'unreachable' | 'refused';
  /** For whoever runs the service: it is in its log. */
  readonly requestId: string | undefined;
  readonly body: Body;

  constructor(status: number, message: string, body: Body = {}, more: { requestId?: string; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.name = new.target.name;
    this.status = status;
    this.code =
      typeof body['code'] === 'string' ? (body['code'] as ErrorCode) : status === 0 ? 'unreachable' : 'refused';
    this.requestId = more.requestId;
    this.body = body;
  }
}

/** The job failed or was canceled: another try with the same document fails again. */
export class ConversionFailed extends ScriptoriumError {
  /** ID of the job. */
  get jobId(): string | undefined {
    const { jobId } = this.body;
    return typeof jobId === 'string' ? jobId : undefined;
  }
}

/** The workspace has fewer credits than the job needs. */
export class PaymentRequired extends ScriptoriumError {
  get requiredCredits(): number | undefined {
    return numberIn(this.body, 'requiredCredits');
  }
  get availableCredits(): number | undefined {
    return numberIn(this.body, 'availableCredits');
  }
}

function numberIn(body: Body, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'number' ? value : undefined;
}

/** The error that a response stands for. */
export async function errorOf(response: Response): Promise<ScriptoriumError> {
  const body = (await response.json().catch(() => ({}))) as Body;
  const message =
    typeof body['error'] === 'string' ? body['error'] : `The server responded with status ${response.status}.`;
  const requestId = response.headers.get('x-request-id');
  const Kind =
    response.status === 402
      ? PaymentRequired
      : response.status === 422 || response.status === 413
        ? ConversionFailed
        : ScriptoriumError;
  return new Kind(response.status, message, body, requestId === null ? {} : { requestId });
}

/** The error of a job that has ended without a result. */
export function errorOfJob(job: Job): ConversionFailed {
  const { id: jobId, status, error, errorCode } = job;
  return new ConversionFailed(422, error ?? `The job is ${status}.`, { code: errorCode ?? status, jobId });
}
