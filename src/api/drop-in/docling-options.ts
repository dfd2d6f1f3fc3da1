import { invalidRequest } from '../problem.ts';
import type { ConvertOptions } from '../convert/options.ts';

/** Formats of docling-serve that are answered: the Markdown, also as the text. */
export type DoclingFormat = 'md' | 'text';

export interface DoclingRequest {
  readonly formats: readonly DoclingFormat[];
  readonly options: Pick<ConvertOptions, 'startPage' | 'endPage' | 'wait'>;
}

const LAST_PAGE = 100_000;
const WAIT_SECONDS = 300;

/** The options of docling-serve that there is something for; the others choose between its models, and are ignored. */
export function readDoclingOptions(options: Readonly<Record<string, unknown>>): DoclingRequest {
  const asked = listOf(options['to_formats'] ?? 'md');
  const formats = asked.filter((format) => format === 'md' || format === 'text');
  if (formats.length === 0)
    throw invalidRequest(`to_formats is ${asked.join(', ')}, but only md and text are supported.`);
  const range = listOf(options['page_range'] ?? []).map(Number);
  if (range.length === 0) return { formats, options: { wait: WAIT_SECONDS } };
  const [start = 0, end = 0] = range;
  if (range.length !== 2 || !Number.isInteger(start) || start < 1 || start > LAST_PAGE || !(end >= start))
    throw invalidRequest('page_range must be the first and the last page, such as 1 and 4.');
  return {
    formats,
    options: { wait: WAIT_SECONDS, startPage: start, ...(end <= LAST_PAGE ? { endPage: Math.floor(end) } : {}) },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
