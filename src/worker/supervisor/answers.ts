import { Ajv } from 'ajv';
import { FAILURE_CODES } from '../../job/failure.ts';
import type { PoolAnswer } from '../pool-request.ts';

const whole = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = (maxLength: number): object => ({ type: 'string', minLength: 1, maxLength });
const flag = { type: 'boolean' };
const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const asset = closed({
  name: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$' },
  file: text(4096),
  bytes: whole,
  contentType: text(128),
});
const warning = closed({ kind: text(64), page: whole, count: whole, detail: { type: 'string' } }, ['page', 'detail']);

/** What a process that opened a document may answer, by its outcome. */
const SCHEMAS: { readonly [O in PoolAnswer['outcome']]?: object } = {
  probed: closed({
    outcome: {},
    source: closed({ format: text(40), bytes: whole, pages: whole, scanned: flag, ranged: flag, native: flag }),
  }),
  converted: closed({
    outcome: {},
    pages: whole,
    ocrPages: whole,
    assets: { type: 'array', maxItems: 100_000, items: asset },
  }),
  merged: closed({ outcome: {}, warnings: { type: 'array', maxItems: 100_000, items: warning } }),
  drawn: closed({ outcome: {} }),
  failed: closed({ outcome: {}, failure: closed({ code: { enum: FAILURE_CODES }, message: { type: 'string' } }) }),
};

const ajv = new Ajv();
const validators = new Map(Object.entries(SCHEMAS).map(([outcome, schema]) => [outcome, ajv.compile(schema)]));

/** The answer if it is one of this outcome, or a failure; undefined for anything else. */
export function answerOf<O extends PoolAnswer['outcome']>(
  value: unknown,
  expected: O,
): Extract<PoolAnswer, { outcome: O | 'failed' }> | undefined {
  const outcome = (value as { readonly outcome?: unknown } | null)?.outcome;
  if (outcome !== expected && outcome !== 'failed') return undefined;
  return validators.get(outcome as string)?.(value) === true
    ? (value as Extract<PoolAnswer, { outcome: O | 'failed' }>)
    : undefined;
}
