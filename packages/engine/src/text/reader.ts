import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { walkMarkdown } from './markdown.ts';
import { walkPlain } from './plain.ts';

/** Reads plain text and Markdown, streaming. */
export const reader: FormatReader = createFlowReader((file, flow, format) =>
  (format === 'md' ? walkMarkdown : walkPlain)(file, flow, format),
);
