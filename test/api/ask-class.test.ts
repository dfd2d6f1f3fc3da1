import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askClass } from '../../src/api/internal/ask.ts';
import type { InternalDeps } from '../../src/api/internal/deps.ts';
import type { Intent } from '../../src/records/types.ts';
import { askModel } from '../../src/worker/fetcher/ask-model.ts';
import { openModelServer, type ModelServer } from '../model-server.ts';
import { withStore } from '../records/with-store.ts';

let model: ModelServer;
let store: Awaited<ReturnType<typeof withStore>>;
beforeAll(async () => {
  model = await openModelServer();
});
afterAll(() => model.close());
let metrics: Metrics;
const jobId = 'job-1';
beforeEach(async () => {
  metrics = createMetrics({ process: false });
  store = await withStore();
  model.questions.length = 0;
  model.reads = 'A page';
});

const picture = (number: number): Uint8Array => Buffer.from(`\x89PNG\r\n\x1a\n${number}`, 'latin1');

async function ask(
  shown: Uint8Array,
  more: Partial<Intent> = {},
  seconds = 5,
  workspaces?: string[],
): Promise<unknown> {
  const spec = {
    type: 'OpenAI',
    endpoint: model.url,
    model: 'tiny',
    maxPagesPerJob: 3,
    ...(workspaces && { workspaces }),
  } as const;
  const deps: Pick<InternalDeps, 'objects' | 'log' | 'metrics' | 'classes' | 'ask'> = {
    objects: store,
    log: createLog({ name: 'test', level: 'fatal', to: 'stderr' }),
    metrics,
    classes: {
      get: (name) => (name === 'vision' ? { name, spec } : undefined),
      list: () => [],
      set: undefined,
    },
    ask: (request) => askModel({ ...request, mode: 'ask', seconds }),
  };
  const intent = { jobId, workspace: 'acme', converterClass: { name: 'vision', model: 'tiny' }, ...more };
  return askClass(deps as InternalDeps, intent as Intent, shown);
}

describe('askClass', () => {
  it('asks about a page once, also when its range is converted again', async () => {
    expect(await ask(picture(1))).toEqual({ text: 'A page' });
    model.reads = 'Another page';
    expect(await ask(picture(1))).toEqual({ text: 'A page' });
    expect(model.questions).toHaveLength(1);
  });

  it('puts no more questions than the budget of the job allows, whatever becomes of them', async () => {
    model.reads = 500;
    expect(await ask(picture(1))).toEqual({});
    expect(await ask(picture(1))).toEqual({});
    model.reads = 'A page';
    const texts = await Promise.all([1, 2, 3, 4].map((number) => ask(picture(number))));
    expect(texts.filter((answer) => JSON.stringify(answer) !== '{}')).toEqual([{ text: 'A page' }]);
    expect(model.questions).toHaveLength(3);
    expect(await metrics.registry.metrics()).toMatch(
      /class_questions_total\{class="vision",result="failed"\} 2\n.*result="answered"\} 1/,
    );
  });

  it('has no text of a class that does not answer in time', async () => {
    model.reads = undefined;
    expect(await ask(picture(1), {}, 0.2)).toEqual({});
  });

  it('asks nothing for a job without a class, or whose class is gone', async () => {
    expect(await ask(picture(1), { converterClass: { name: 'gone', model: 'tiny' } })).toEqual({});
    expect(await ask(picture(1), { converterClass: undefined } as never)).toEqual({});
    expect(model.questions).toEqual([]);
  });

  it('asks nothing for a workspace that the class serves no longer', async () => {
    expect(await ask(picture(1), {}, 5, ['borealis'])).toEqual({});
    expect(model.questions).toEqual([]);
  });

  it('refuses what is no picture', async () => {
    await expect(ask(Buffer.from('%PDF-1.7'))).rejects.toThrow('PNG');
  });
});
