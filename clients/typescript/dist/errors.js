/** An error of the service: decide by `code`, show `message`. */
export class ScriptoriumError extends Error {
    /** Status of the response; 0 if there was none. */
    status;
    /** `unreachable` if the server did not respond, `refused` if its response has no code. */
    code;
    /** For whoever runs the service: it is in its log. */
    requestId;
    body;
    constructor(status, message, body = {}, more = {}) {
        super(message, { cause: more.cause });
        this.name = new.target.name;
        this.status = status;
        this.code =
            typeof body['code'] === 'string' ? body['code'] : status === 0 ? 'unreachable' : 'refused';
        this.requestId = more.requestId;
        this.body = body;
    }
}
/** The job failed or was canceled: another try with the same document fails again. */
export class ConversionFailed extends ScriptoriumError {
    /** ID of the job. */
    get jobId() {
        const { jobId } = this.body;
        return typeof jobId === 'string' ? jobId : undefined;
    }
}
/** The workspace has fewer credits than the job needs. */
export class PaymentRequired extends ScriptoriumError {
    get requiredCredits() {
        return numberIn(this.body, 'requiredCredits');
    }
    get availableCredits() {
        return numberIn(this.body, 'availableCredits');
    }
}
function numberIn(body, name) {
    const value = body[name];
    return typeof value === 'number' ? value : undefined;
}
/** The error that a response stands for. */
export async function errorOf(response) {
    const body = (await response.json().catch(() => ({})));
    const message = typeof body['error'] === 'string' ? body['error'] : `The server responded with status ${response.status}.`;
    const requestId = response.headers.get('x-request-id');
    const Kind = response.status === 402
        ? PaymentRequired
        : response.status === 422 || response.status === 413
            ? ConversionFailed
            : ScriptoriumError;
    return new Kind(response.status, message, body, requestId === null ? {} : { requestId });
}
/** The error of a job that has ended without a result. */
export function errorOfJob(job) {
    const { id: jobId, status, error, errorCode } = job;
    return new ConversionFailed(422, error ?? `The job is ${status}.`, { code: errorCode ?? status, jobId });
}
