import { checkCredits } from './credits.ts';
import { LedgerNotReady, type AttemptProgress, type Balance, type Ledger, type Use } from './ledger.ts';
import { redisChannels } from './redis-channels.ts';
import { asUnavailable, connectRedis, scriptRunner, type Answer } from './redis-connection.ts';
import { rebuildRedis } from './redis-rebuild.ts';
import type { ScriptName } from './redis-scripts.ts';

export interface RedisSettings {
  /** `redis://[user:password@]host:port[/db]` or `rediss://…`. */
  readonly url: string;
  /** Before every key; another one keeps two services apart on one server. */
  readonly prefix?: string;
  /**
   * Whose ledger it is. When given, nothing is read or written below the prefix before it is known to be this one's;
   * else `LedgerTaken` is thrown.
   */
  readonly installation?: string;
}

/** The keys below the prefix are the ledger of another installation. */
export class LedgerTaken extends Error {
  readonly code = 'ledger_taken';
  /** That one's id. */
  readonly installation: string;
  constructor(installation: string) {
    super(`the ledger belongs to installation ${installation}`);
    this.name = 'LedgerTaken';
    this.installation = installation;
  }
}

/** So long a step that was cut off can be repeated without charging twice: a week's outage. Receipts last for ever. */
const ENDED_SECONDS = 7 * 24 * 60 * 60;
const PROGRESS_SECONDS = 2 * 24 * 60 * 60;

/** The names of all that the ledger keeps in Redis. */
export function redisKeys(prefix: string) {
  return {
    epoch: `${prefix}epoch`,
    lock: `${prefix}rebuild-lock`,
    accounts: `${prefix}accounts`,
    holds: `${prefix}holds`,
    grants: `${prefix}grants`,
    ended: (jobId: string): string => `${prefix}ended:${jobId}`,
    progress: (jobId: string): string => `${prefix}progress:${jobId}`,
    channel: `${prefix}credit`,
    nudges: `${prefix}nudge`,
    use: `${prefix}use`,
    installation: `${prefix}installation`,
  } as const;
}

export const DEFAULT_PREFIX = 'ledger:';

/**
 * The ledger in Redis, for any number of processes. The server must not evict keys (`maxmemory-policy noeviction`, the
 * default).
 */
export function redisLedger(settings: RedisSettings): Ledger {
  const keys = redisKeys(settings.prefix ?? DEFAULT_PREFIX);
  const redis = connectRedis(settings.url);
  const runRaw = scriptRunner(redis);
  const channels = redisChannels(redis);
  const { installation } = settings;
  let claimed = installation === undefined;

  /** Takes the keys for the installation, unless another has them. */
  const claim = async (): Promise<void> => {
    if (installation === undefined) return;
    let owner: string | null;
    try {
      await redis.set(keys.installation, installation, 'NX');
      owner = await redis.get(keys.installation);
    } catch (error) {
      throw asUnavailable(error, redis);
    }
    if (owner !== null && owner !== installation) throw new LedgerTaken(owner);
    claimed = true;
  };
  const runScript: typeof runRaw = async (name, of, args) => {
    if (!claimed) await claim();
    return runRaw(name, of, args);
  };

  /** Runs an operation's script; `more` are its keys from the fourth on. */
  const run = async (
    name: ScriptName,
    more: string | readonly string[],
    ...args: readonly (string | number)[]
  ): Promise<Answer> => {
    const answer = await runScript(
      name,
      [keys.epoch, keys.accounts, keys.holds, ...[more].flat()],
      [keys.channel, ...args],
    );
    if (answer[0] === 'not_ready') throw new LedgerNotReady();
    return answer;
  };
  const settle = async (jobId: string, credits: number): Promise<void> => {
    await run('settle', [keys.ended(jobId), keys.progress(jobId)], jobId, credits, ENDED_SECONDS);
  };

  return {
    async grant({ id, workspace, credits }) {
      return balanceOf(await run('grant', keys.grants, id, workspace, checkCredits(credits)));
    },
    async setHold({ jobId, workspace, credits }) {
      const [result, amount] = await run('setHold', keys.ended(jobId), jobId, workspace, checkCredits(credits));
      if (result === 'ended') return { held: true, credits: 0, ended: true };
      if (result === 'held') return { held: true, credits: Number(amount) };
      return {
        held: false,
        available: result === 'refused' ? Math.max(0, Number(amount)) : 0,
        unknown: result === 'unknown',
      };
    },
    settle: async ({ jobId, credits }) => settle(jobId, checkCredits(credits)),
    release: ({ jobId }) => settle(jobId, 0),
    async balance(workspace) {
      const answer = await run('balance', keys.grants, workspace);
      return answer[0] === 'balance' ? balanceOf(answer) : undefined;
    },
    async workspaces() {
      const [, fields] = await run('workspaces', keys.grants);
      return (fields as string[])
        .filter((field) => field.startsWith('g:'))
        .map((field) => field.slice(2))
        .sort();
    },
    async holds() {
      const [, fields] = await run('holds', keys.grants);
      return pairs(fields as string[]).map(([jobId, hold]) => {
        const colon = hold.indexOf(':');
        return { jobId, workspace: hold.slice(colon + 1), credits: Number(hold.slice(0, colon)) };
      });
    },

    async startAttempt(jobId, index, attempt) {
      const [result] = await run('startAttempt', keys.progress(jobId), index, attempt, PROGRESS_SECONDS);
      return result === 'another';
    },
    async report(jobId, index, { attempt, pagesDone, ocrPages, reportedAt }) {
      const [result] = await run(
        'report',
        [keys.progress(jobId), keys.ended(jobId)],
        index,
        attempt,
        PROGRESS_SECONDS,
        pagesDone,
        ocrPages,
        reportedAt,
      );
      return result === 'done';
    },
    async progress(jobId) {
      const [, fields] = await run('progress', keys.progress(jobId));
      return progressOf(new Map(pairs(fields as string[])));
    },
    async forgetProgress(jobId) {
      await run('forgetProgress', keys.progress(jobId));
    },

    async needsRebuild() {
      const [result] = await runScript('ready', [keys.epoch, keys.accounts, keys.holds, keys.grants], [keys.channel]);
      return result === 'not_ready';
    },
    rebuild: async (gather) => {
      // A server that was flushed belongs to whoever comes first.
      await claim();
      return rebuildRedis({ redis, runScript, keys, endedSeconds: ENDED_SECONDS }, gather);
    },

    onCredit: (listener) => channels.hear(keys.channel, listener),
    nudge(jobId, why) {
      channels.say(keys.nudges, why === undefined ? jobId : `${jobId} ${why}`);
    },
    onNudge: (listener) =>
      channels.hear(keys.nudges, (message) => {
        const [jobId = '', why] = message.split(' ');
        listener(jobId, why === 'progress' || why === 'outcome' ? why : undefined);
      }),
    tellUse: (use) => channels.say(keys.use, JSON.stringify(use)),
    onUse: (listener) =>
      channels.hear(keys.use, (message) => {
        const use = useOf(message);
        if (use) listener(use);
      }),
    async close() {
      channels.close();
      redis.disconnect();
    },
  };
}

/** Another version may have sent it. */
function useOf(message: string): Use | undefined {
  try {
    const { process, milliseconds } = JSON.parse(message) as Partial<Use>;
    const isUse =
      typeof process === 'string' &&
      Object.values(milliseconds ?? {}).every((more) => Number.isFinite(more) && more >= 0);
    return isUse && milliseconds ? { process, milliseconds } : undefined;
  } catch {
    return undefined;
  }
}

function balanceOf([, granted, settled, held]: Answer): Balance {
  const [g, s, h] = [Number(granted), Number(settled), Number(held)];
  return { granted: g, settled: s, held: h, available: g - s - h };
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n]!, flat[2 * n + 1]!]);
}

function progressOf(fields: ReadonlyMap<string, string>): Map<number, AttemptProgress> {
  const progress = new Map<number, AttemptProgress>();
  for (const [field, value] of fields) {
    if (!field.startsWith('p')) continue;
    const [pagesDone, ocrPages, reportedAt] = value.split(',').map(Number) as [number, number, number];
    progress.set(Number(field.slice(1)), {
      attempt: fields.get(`a${field.slice(1)}`) ?? '',
      pagesDone,
      ocrPages,
      reportedAt,
    });
  }
  return progress;
}
