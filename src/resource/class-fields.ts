import type { Field } from './fields.ts';
import { WORKSPACE } from './workspace-fields.ts';

/** Who reads pages besides OCR. */
const CLASS_TYPES = ['OpenAI'] as const;

/** Settings of a converter class. */
export const CLASS_FIELDS = {
  type: {
    type: 'string',
    enum: CLASS_TYPES,
    resource: 'The protocol of the endpoint. OpenAI: chat completions with pictures, as vLLM and Ollama serve them.',
  },
  endpoint: {
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    pattern: '^[hH][tT][tT][pP][sS]?://[^@\\s]+$',
    resource: 'The address of the endpoint, to which `/chat/completions` is added, such as `http://ollama:11434/v1`.',
  },
  model: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    resource: 'The model that is asked. It must read pictures.',
  },
  maxPagesPerJob: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    resource: 'The maximum number of pages of a job that the class is asked about. Defaults to 20.',
  },
} as const satisfies Record<string, Field>;

export const CLASS_WORKSPACES = {
  resource: 'The workspaces whose jobs may name the class. Defaults to all.',
  maxItems: 1000,
  item: { type: 'string', maxLength: 63, pattern: WORKSPACE, resource: 'The name of a workspace.' },
} as const satisfies { readonly item: Field; readonly [key: string]: unknown };
