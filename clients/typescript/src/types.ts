import type { components, operations } from './openapi.js';

type Schemas = components['schemas'];

export type Artifact = Schemas['Artifact'];
export type Batch = Schemas['Batch'];
export type BatchList = Schemas['BatchList'];
export type ErrorCode = Schemas['ErrorCode'];
export type Job = Schemas['Job'];
export type JobList = Schemas['JobList'];
export type ListedJob = Schemas['ListedJob'];
export type Quote = Schemas['Quote'];
export type Receipt = Schemas['Receipt'];
export type UploadSlot = Schemas['UploadSlot'];
export type Warning = Schemas['Warning'];
export type JobRequest = operations['createJob']['requestBody']['content']['application/json'];
export type BatchRequest = operations['createBatch']['requestBody']['content']['application/json'];
export type QuoteRequest = operations['createQuote']['requestBody']['content']['application/json'];
export type ListOptions = NonNullable<operations['listJobs']['parameters']['query']>;
/** What `POST /convert` takes beside the document, which is an argument of its own. */
export type ConvertOptions = Omit<NonNullable<operations['convert']['parameters']['query']>, 'url' | 'output' | 'wait'>;
export type ConvertResult = Schemas['ConvertResult'];
