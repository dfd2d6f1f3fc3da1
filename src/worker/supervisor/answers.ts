import { FAILURE_CODES } from '../../failures/failure.ts';
import { STEPS } from '../../protocol/worker.ts';
import type { PoolAnswer } from '../pool-request.ts';
import { MOST_STEPS } from '../steps.ts';

// Plain functions: a library of schemas would take half of the CPU time in which a free worker starts.

type Check = (value: unknown) => boolean;

const anything: Check = () => true;
const flag: Check = (value) => typeof value === 'boolean';
const whole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const string: Check = (value) => typeof value === 'string';
const text =
  (maxLength: number): Check =>
  (value) =>
    typeof value === 'string' && value.length >= 1 && value.length <= maxLength;
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const list =
  (maxItems: number, item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= maxItems && value.every(item);
/** An object with all these properties, but for those that are optional, and no others. */
const closed =
  (properties: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given = value as Readonly<Record<string, unknown>>;
    return (
      Object.keys(given).every((name) => Object.hasOwn(properties, name) && properties[name]!(given[name])) &&
      Object.keys(properties).every((name) => optional.includes(name) || Object.hasOwn(given, name))
    );
  };

const asset = closed({
  name: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/),
  file: text(4096),
  bytes: whole,
  contentType: text(128),
});
const warning = closed({ kind: text(64), page: whole, count: whole, detail: string }, ['page', 'detail']);

const milliseconds: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const steps = list(MOST_STEPS, closed({ step: oneOf(STEPS), agoMs: milliseconds, ms: milliseconds }));
const answer = (properties: Readonly<Record<string, Check>>): Check =>
  closed({ outcome: anything, ...properties, steps }, ['steps']);

/** The schema of each outcome of a process that opened a document. */
const CHECKS: { readonly [O in PoolAnswer['outcome']]?: Check } = {
  probed: answer({
    source: closed({ format: text(40), bytes: whole, pages: whole, scanned: flag, ranged: flag, native: flag }),
  }),
  converted: answer({
    pages: whole,
    ocrPages: whole,
    assets: list(100_000, asset),
    warnings: list(100_000, warning),
  }),
  drawn: answer({}),
  'needs-native': answer({}),
  failed: answer({ failure: closed({ code: oneOf(FAILURE_CODES), message: string }) }),
};

/** The schema of the answer to this request. */
export type Answer<O extends PoolAnswer['outcome']> = Extract<PoolAnswer, { outcome: O | 'failed' | 'needs-native' }>;

/** The answer if it is one of this outcome, a failure or a need; undefined for anything else. */
export function answerOf<O extends PoolAnswer['outcome']>(value: unknown, expected: O): Answer<O> | undefined {
  const outcome = (value as { readonly outcome?: O } | null)?.outcome;
  if (outcome !== expected && outcome !== 'failed' && outcome !== 'needs-native') return undefined;
  return CHECKS[outcome]?.(value) === true ? (value as Answer<O>) : undefined;
}
