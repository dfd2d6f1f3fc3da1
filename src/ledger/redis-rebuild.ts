import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { LedgerNotReady, type LedgerFacts } from './ledger.ts';
import { addUp, type RebuiltLedger } from './rebuild.ts';
import { asUnavailable, type scriptRunner } from './redis-connection.ts';

export interface RebuildDeps {
  readonly redis: Redis;
  readonly runScript: ReturnType<typeof scriptRunner>;
  readonly keys: {
    readonly epoch: string;
    readonly lock: string;
    readonly accounts: string;
    readonly holds: string;
    readonly grants: string;
    readonly channel: string;
    ended(jobId: string): string;
  };
  readonly endedSeconds: number;
}

const LOCK_MS = 30_000;
const RENEW_MS = 10_000;
const CHUNK = 500;
/** New state that nobody puts in place goes by itself. */
const DRAFT_SECONDS = 600;

/**
 * Writes the state beside the old one and puts all of it in place at once, the epoch with it. Throws `LedgerNotReady`
 * when the lock or the server was lost on the way (a flush, a restart): nothing was put in place, and the next try
 * begins anew.
 */
export async function rebuildRedis(deps: RebuildDeps, gather: () => Promise<LedgerFacts>): Promise<boolean> {
  const { keys, runScript } = deps;
  const token = randomBytes(12).toString('hex');
  const [begun, held, serverRun] = await runScript('beginRebuild', [keys.epoch, keys.lock], [token, LOCK_MS]);
  if (begun === 'busy') return false;
  const lock = String(held);
  const renewal = setInterval(() => {
    runScript('renewRebuild', [keys.lock], [lock, LOCK_MS]).catch(() => undefined);
  }, RENEW_MS);
  try {
    const rebuilt = addUp(await gather());
    const drafts = [keys.accounts, keys.holds, keys.grants].map((key) => `${key}:${token}`) as [string, string, string];
    await writeDrafts(deps, drafts, rebuilt);
    const [ended] = await runScript(
      'endRebuild',
      [keys.epoch, keys.lock, keys.accounts, keys.holds, keys.grants, ...drafts],
      [lock, String(serverRun), keys.channel],
    );
    if (ended !== 'done') throw new LedgerNotReady();
    return true;
  } catch (error) {
    await runScript('abandonRebuild', [keys.lock], [lock]).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function writeDrafts(
  deps: RebuildDeps,
  [accounts, holds, grants]: [string, string, string],
  rebuilt: RebuiltLedger,
): Promise<void> {
  const commands: (readonly (string | number)[])[] = [];
  for (const [workspace, { granted, settled, held }] of rebuilt.workspaces) {
    commands.push(['hset', accounts, `g:${workspace}`, granted, `s:${workspace}`, settled, `h:${workspace}`, held]);
  }
  for (const [jobId, { workspace, credits }] of rebuilt.holds) {
    commands.push(['hset', holds, jobId, `${credits}:${workspace}`], ['del', deps.keys.ended(jobId)]);
  }
  for (const id of rebuilt.grants) commands.push(['sadd', grants, id]);
  for (const jobId of rebuilt.ended) commands.push(['set', deps.keys.ended(jobId), '1', 'EX', deps.endedSeconds]);
  commands.push(
    ['expire', accounts, DRAFT_SECONDS],
    ['expire', holds, DRAFT_SECONDS],
    ['expire', grants, DRAFT_SECONDS],
  );
  for (let start = 0; start < commands.length; start += CHUNK) {
    const replies = await deps.redis
      .pipeline(commands.slice(start, start + CHUNK).map((command) => [...command]))
      .exec();
    const failed = replies?.find(([error]) => error)?.[0];
    if (failed) throw asUnavailable(failed, deps.redis);
  }
}
