import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDeps } from '../../src/api/deps.ts';
import { requestHash } from '../../src/api/idempotency.ts';
import type { Answer } from './client.ts';
import { openService, type TestService } from './service.ts';

/** Which of the next calls to the stores fail as a broken connection does: before they act, or after. */
interface Faults {
  plan: readonly { readonly at: number; readonly after: boolean }[];
  calls: number;
}
const faults: Faults = { plan: [], calls: 0 };

/** Methods that answer at once: those of the ledger are best effort, so what fails in them is their own affair. */
const AT_ONCE: readonly PropertyKey[] = ['address', 'list', 'nudge', 'publishUse', 'onCredit', 'onNudge', 'onUse'];

function faulty<T extends object>(port: T): T {
  return new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== 'function' || AT_ONCE.includes(name)) return method;
      return async (...args: unknown[]) => {
        const fault = faults.plan.find(({ at }) => at === faults.calls);
        faults.calls++;
        const broken = Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
        if (fault && !fault.after) throw broken;
        const result = await (method as (...all: unknown[]) => unknown).apply(target, args);
        if (fault) throw broken;
        return result;
      };
    },
  });
}
const wrap = (deps: ApiDeps): ApiDeps => ({
  ...deps,
  objects: faulty(deps.objects),
  ledger: faulty(deps.ledger),
  jobs: faulty(deps.jobs),
});

let service: TestService;
beforeAll(async () => {
  service = await openService({ wrap, logLevel: 'silent', rateLimit: { perSecond: 1e6, burst: 1e6 } });
});
afterAll(() => service.close());

// A URL is not fetched without a controller, so these jobs cost one page and no time.
const requestOf = (n: number): Record<string, unknown> => ({
  source: { type: 'external', fileUrl: `https://example.com/${n}.pdf` },
});

async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    expect(answer.headers.get('Retry-After')).toBe('1');
  }
}

describe('an idempotency key', () => {
  it('stands for one request and one job, whatever is asked in whatever order and at once', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      request: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { call, name } = await service.workspace(100);
        const known = new Map<string, { request: number; id: unknown }>();
        for (const { key, request, times } of steps) {
          const answers = await Promise.all(
            Array.from({ length: times }, () =>
              call('createJob', { body: requestOf(request), headers: { 'Idempotency-Key': key } }),
            ),
          );
          const before = known.get(key);
          if (before && before.request !== request) {
            for (const { status, body } of answers)
              expect([status, body['code']]).toEqual([400, 'idempotency_key_reused']);
            continue;
          }
          const id = before?.id ?? answers[0]?.body['id'];
          known.set(key, { request, id });
          expect(answers.map(({ body }) => body['id'])).toEqual(answers.map(() => id));
          expect(answers.filter(({ status }) => status === 201)).toHaveLength(before ? 0 : 1);
        }
        expect((await service.deps.ledger.balance(name))?.held).toBe(known.size);
        expect((await service.deps.jobs.list()).filter((job) => job.spec.workspace === name)).toHaveLength(known.size);
      }),
      { numRuns: 25 },
    );
  });

  it('leads to one job and one hold, however often the stores break down on the way', async () => {
    const plan = fc.array(fc.record({ at: fc.nat(40), after: fc.boolean() }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(plan, fc.boolean(), async (broken, cancelled) => {
        const { call, name } = await service.workspace(10);
        Object.assign(faults, { plan: broken, calls: 0 });
        const ask = { body: requestOf(0), headers: { 'Idempotency-Key': 'k' } };
        const made = await untilAnswered(() => call('createJob', ask));
        expect([200, 201]).toContain(made.status);
        const params = { jobId: String(made.body['id']) };
        if (cancelled)
          expect(
            (await untilAnswered(() => call('cancelJob', { params, headers: { 'Idempotency-Key': 'c' } }))).body[
              'status'
            ],
          ).toBe('canceled');
        const again = await untilAnswered(() => call('createJob', ask));
        expect([again.status, again.body['id']]).toEqual([200, made.body['id']]);
        faults.plan = [];
        expect(await service.deps.ledger.balance(name)).toMatchObject({
          available: cancelled ? 10 : 9,
          held: cancelled ? 0 : 1,
        });
        expect((await service.deps.jobs.list()).filter((job) => job.spec.workspace === name)).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it('leads to one upload slot, however often the stores break down on the way', async () => {
    const plan = fc.array(fc.record({ at: fc.nat(12), after: fc.boolean() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(plan, async (broken) => {
        const { call } = await service.workspace(1);
        Object.assign(faults, { plan: broken, calls: 0 });
        const ask = { body: { fileName: 'a.pdf', fileType: 'application/pdf', idempotencyKey: 'k' } };
        const first = await untilAnswered(() => call('createUpload', ask));
        const second = await untilAnswered(() => call('createUpload', ask));
        expect(second.body).toEqual(first.body);
        faults.plan = [];
      }),
      { numRuns: 40 },
    );
  });
});

describe('the hash of a request', () => {
  it('does not depend on the order of fields, nor on fields without a value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (request) => {
        const turned = Object.fromEntries(Object.entries(request).toReversed());
        expect(requestHash({ ...turned, nothing: undefined })).toBe(requestHash(request));
      }),
    );
  });

  it('differs for different requests', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(requestHash(a) === requestHash(b)).toBe(same);
      }),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return {
    fields: Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  };
}
