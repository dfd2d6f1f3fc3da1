export { Scriptorium, type Conversion, type Options, type WaitOptions } from './client.js';
export { ConversionFailed, PaymentRequired, ScriptoriumError } from './errors.js';
export type { Source } from './source.js';
export type {
  Artifact,
  Batch,
  BatchList,
  BatchRequest,
  ConvertOptions,
  ErrorCode,
  Job,
  JobList,
  JobRequest,
  ListedJob,
  ListOptions,
  Quote,
  Receipt,
  Warning,
} from './types.js';
