import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SourceFacts } from '../../src/resource/conversion-job.ts';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { redisLedger } from '../../src/ledger/redis.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { admit, type Admission } from '../../src/lifecycle/admission.ts';
import { openIntent } from '../../src/lifecycle/intent.ts';
import { audit } from '../../src/accounting/audit.ts';
import { type EndRequest } from '../../src/accounting/receipts.ts';
import { endJob } from '../../src/lifecycle/ending.ts';
import { keys } from '../../src/records/keys.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { createOrRead, listRecords } from '../../src/records/store.ts';
import type { Intent } from '../../src/records/types.ts';
import { isTransient } from '../../src/failures/transient.ts';
import { hasRedisServer, startRedis } from '../ledger/redis-server.ts';
import { seeded } from './kill-rounds.ts';
import { withStore } from '../records/with-store.ts';

const ROUNDS = Number(process.env['SCRIPTORIUM_REDIS_ROUNDS'] ?? 4);
const JOBS = 50;
/** Losses a round; then the jobs that are left end in peace. */
const LOSSES = 10;
const CLIENTS = 12;
/** Far less than the clients ask for at once, and most jobs give theirs back: so credits are short all the time. */
const GRANTED = 80;
const SUCCEEDS = 0.1;

/** Counts the rounds begun, so that what is left of a failed one does not go on for ever. */
let rounds = 0;
const now = (): Date => new Date();

/** Does what a process does on trouble that passes: tries again until it is over. */
async function insist<T>(action: () => Promise<T>): Promise<T> {
  const round = rounds;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!isTransient(error) || round !== rounds) throw error;
      await setTimeout(5);
    }
  }
}

describe.skipIf(!hasRedisServer)('Redis loses everything while holds are being taken (needs redis-server)', () => {
  const seeds = Array.from(
    { length: ROUNDS },
    (_, n) => [n + 1, n % 2 ? 'comes back older than it was' : 'is flushed'] as const,
  );
  test.each(seeds)(
    'seed %i: the server %s, and nothing is lost and nothing overspent',
    { timeout: 120_000 },
    async (seed, loss) => {
      rounds++;
      const next = seeded(seed);
      const objects = await withStore();
      const server = await startRedis();
      onTestFinished(() => server.close());
      const ledgers = Array.from({ length: 3 }, () => redisLedger({ url: server.url }));
      const [keeper] = ledgers as [Ledger];
      const stop = keepRebuilding(keeper, objects);
      onTestFinished(async () => {
        stop();
        for (const ledger of ledgers) await ledger.close();
      });

      await createOrRead(objects, keys.grant('w', 'first'), {
        id: 'first',
        workspace: 'w',
        credits: GRANTED,
        createdAt: now().toISOString(),
      });
      await insist(() => keeper.grant({ id: 'first', workspace: 'w', credits: GRANTED }));
      const tally: Tally = { believed: new Map(), settled: 0, most: 0 };
      let left = JOBS;
      const client = async (ledger: Ledger): Promise<void> => {
        while (left > 0) await runJob({ objects, ledger, tally, next }, `job-${seed}-${left--}`);
      };
      const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(ledgers[n % ledgers.length]!)));
      let running = true;
      let losses = 0;
      const losing = (async () => {
        while (running && losses < LOSSES) {
          await setTimeout(20 + next() * 250);
          if (next() < 0.3) await server.admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
          else if (loss === 'is flushed') {
            await server.admin.flushall();
            losses++;
          } else {
            await server.admin.save();
            await setTimeout(next() * 100);
            await server.crash();
            losses++;
          }
        }
      })();
      await clients.finally(() => {
        running = false;
      });
      await losing;
      await insist(() => keeper.balance('w'));

      const settled: number[] = [];
      for await (const { value } of listRecords(objects, keys.receipts)) settled.push(value.receipt.settledCredits);
      expect(settled).toHaveLength(JOBS);
      const sum = settled.reduce((total, credits) => total + credits, 0);
      expect(losses).toBeGreaterThan(0);
      expect(tally.most).toBeGreaterThan(GRANTED / 2);
      expect(tally.most).toBeLessThanOrEqual(GRANTED);
      expect((await insist(() => audit({ objects, ledger: keeper, now: now(), quiet: true }))).findings).toEqual([]);
      expect(await insist(() => keeper.balance('w'))).toEqual({
        granted: GRANTED,
        settled: sum,
        held: 0,
        available: GRANTED - sum,
      });
    },
  );
});

/** What every process with a ledger does: look, and rebuild where it is needed. */
function keepRebuilding(ledger: Ledger, objects: Objects): () => void {
  let stopped = false;
  void (async () => {
    while (!stopped) {
      await insist(async () => {
        if (!stopped && (await ledger.needsRebuild())) await ledger.rebuild(() => gatherLedgerFacts(objects, now()));
      }).catch(() => undefined);
      await setTimeout(3);
    }
  })();
  return () => {
    stopped = true;
  };
}

/**
 * What the jobs were told that they hold, and what they settled: never more than was granted, whatever the server
 * forgot meanwhile.
 */
interface Tally {
  readonly believed: Map<string, number>;
  settled: number;
  most: number;
}

function count(tally: Tally): void {
  const held = [...tally.believed.values()].reduce((sum, credits) => sum + credits, 0);
  tally.most = Math.max(tally.most, held + tally.settled);
}

interface Client {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly next: () => number;
}

/**
 * A job from its intent to its receipt, by the service's own steps; the prober's answer is given, since no document is
 * read here.
 */
async function runJob({ objects, ledger, tally, next }: Client, jobId: string): Promise<void> {
  const pages = 1 + Math.floor(next() * 25);
  const source: SourceFacts = {
    format: 'pdf',
    bytes: 1,
    sha256: '0'.repeat(64),
    pages,
    scanned: false,
    ranged: true,
    native: false,
  };
  const deps = {
    objects,
    ledger,
    now,
    secret: 'a secret',
    settings: DEFAULT_SETTINGS,
    tasks: {
      probe: async () => ({ ok: true as const, source }),
      fetch: () => Promise.reject(new Error('no URL here')),
      release: () => {},
    },
  };
  await openIntent(objects, await pinned(objects, jobId, next() < 0.3));
  const tryToAdmit = (): Promise<Admission> => insist(() => admit(deps, jobId, 'source'));
  let admission = await tryToAdmit();
  for (let tries = 0; admission.result === 'insufficient' && tries < 5; tries++) {
    await setTimeout(next() * 40);
    admission = await tryToAdmit();
  }
  // The controller takes or verifies every hold itself before it starts a process.
  if (admission.result === 'accepted') admission = await tryToAdmit();
  if (admission.result === 'failed' || admission.result === 'ended') throw new Error(`${jobId} is ${admission.result}`);
  if (admission.result === 'insufficient') {
    await insist(() => endJob(deps, admission.intent, { outcome: 'canceled' }));
    return;
  }
  tally.believed.set(jobId, admission.intent.hold);
  count(tally);
  await setTimeout(next() * 120);
  const end: EndRequest = next() < SUCCEEDS ? succeeded(jobId) : { outcome: 'canceled' };
  tally.believed.delete(jobId);
  if (end.outcome === 'succeeded') tally.settled += admission.intent.hold;
  const { record } = await insist(() => endJob(deps, admission.intent, end));
  expect(record.settledCredits).toBe(end.outcome === 'succeeded' ? admission.intent.hold : 0);
}

/** A job whose input is pinned already. */
async function pinned(objects: Objects, jobId: string, allowPartial: boolean): Promise<Intent> {
  const createdAt = now().toISOString();
  await objects.put(keys.input(jobId), '%');
  const spec = { workspace: 'w', source: { type: 'document' as const, documentId: 'doc' }, allowPartial };
  return {
    jobId,
    workspace: 'w',
    state: 'pending',
    createdAt,
    updatedAt: createdAt,
    spec,
    actor: { type: 'api_key', channel: 'api' },
    priceVersion: '2026-11-01',
    hold: 0,
    pinned: true,
  };
}

function succeeded(jobId: string): EndRequest {
  return {
    outcome: 'succeeded',
    manifest: { jobId, createdAt: now().toISOString(), artifacts: [], warnings: [] },
    ocrPages: 0,
    cached: false,
  };
}
