import { Ajv } from 'ajv';
import { ENDED_REASONS, type PollRequest } from '../../protocol/supervisor.ts';

const id = { type: 'string', minLength: 1, maxLength: 300 };
const detail = { type: 'string', maxLength: 4000 };
const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const validate = new Ajv().compile(
  closed(
    {
      boot: id,
      spent: { type: 'boolean' },
      running: closed({ task: id, jobId: id }),
      report: {
        oneOf: [
          // Whoever waits for the result checks it.
          closed({ task: id, outcome: { const: 'done' }, result: {} }, ['result']),
          closed({ task: id, outcome: { const: 'ended' }, reason: { enum: ENDED_REASONS }, detail }),
          closed({ task: id, outcome: { const: 'failed' }, detail }),
        ],
      },
    },
    ['spent', 'running', 'report'],
  ),
);

/** True for a poll: it comes from a pod in which documents are opened. */
export const isPoll = (body: unknown): body is PollRequest => validate(body);
