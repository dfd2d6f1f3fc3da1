export { Scriptorium, type Conversion, type Options, type Source, type WaitOptions } from './client.js';
export { ConversionFailed, PaymentRequired, ScriptoriumError } from './errors.js';
export type {
  Artifact,
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
