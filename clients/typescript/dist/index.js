export { Scriptorium } from './client.js';
export { ConversionFailed, PaymentRequired, ScriptoriumError } from './errors.js';
