/** The statuses of the interface. How they follow each other: `lifecycle.ts`. */
export const JOB_STATES = [
  'queued',
  'running',
  'input_required',
  'succeeded',
  'failed',
  'canceled',
  'expired',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The phase within a status. */
export const STAGES = ['preparing', 'converting', 'finalizing', 'complete', 'error'] as const;
export type Stage = (typeof STAGES)[number];

/** Which pages OCR reads: those that need it, all, or none. */
export const OCR_MODES = ['auto', 'force', 'off'] as const;
export type OcrMode = (typeof OCR_MODES)[number];

/** Outputs besides the Markdown: the JSON of the document, and chunks for retrieval. */
export const OUTPUTS = ['document', 'docling', 'chunks'] as const;
export type Output = (typeof OUTPUTS)[number];

/** True for outputs that say of which file they are. */
export const namesSource = (output: Output): boolean => output !== 'document';
