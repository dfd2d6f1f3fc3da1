import type { ErrorCode, Job } from './types.js';
export type Body = Readonly<Record<string, unknown>>;
/** An error of the service: decide by `code`, show `message`. */
export declare class ScriptoriumError extends Error {
    /** Status of the response; 0 if there was none. */
    readonly status: number;
    /** `unreachable` if the server did not respond, `refused` if its response has no code. */
    readonly code: ErrorCode | 'unreachable' | 'refused';
    /** For whoever runs the service: it is in its log. */
    readonly requestId: string | undefined;
    readonly body: Body;
    constructor(status: number, message: string, body?: Body, more?: {
        requestId?: string;
        cause?: unknown;
    });
}
/** The job failed or was canceled: another try with the same document fails again. */
export declare class ConversionFailed extends ScriptoriumError {
    /** ID of the job. */
    get jobId(): string | undefined;
}
/** The workspace has fewer credits than the job needs. */
export declare class PaymentRequired extends ScriptoriumError {
    get requiredCredits(): number | undefined;
    get availableCredits(): number | undefined;
}
/** The error that a response stands for. */
export declare function errorOf(response: Response): Promise<ScriptoriumError>;
/** The error of a job that has ended without a result. */
export declare function errorOfJob(job: Job): ConversionFailed;
