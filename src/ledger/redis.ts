import { checkCredits } from './credits.ts';
import { LedgerNotReady, type AttemptProgress, type Balance, type HoldResult, type Ledger } from './ledger.ts';
import { redisChannels } from './redis-channels.ts';
import { connectRedis, scriptRunner, type Answer } from './redis-connection.ts';
import { rebuildRedis } from './redis-rebuild.ts';
import type { ScriptName } from './redis-scripts.ts';

export interface RedisSettings {
  /** `redis://[user:password@]host:port[/db]` or `rediss://…`. */
  readonly url: string;
  /** Before every key; another one keeps two services apart on one server. */
  readonly prefix?: string;
}

/** Long enough for every late step of a job; its receipt lasts for ever. */
const ENDED_SECONDS = 30 * 24 * 60 * 60;
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
  } as const;
}

/** The ledger in Redis, for any number of processes. The server must not evict keys (`maxmemory-policy noeviction`, the default). */
export function redisLedger(settings: RedisSettings): Ledger {
  const keys = redisKeys(settings.prefix ?? 'ledger:');
  const redis = connectRedis(settings.url);
  const runScript = scriptRunner(redis);
  const channels = redisChannels(redis);

  /** Runs an operation's script; `last` is its fourth key. */
  const run = async (name: ScriptName, last: string, ...args: readonly (string | number)[]): Promise<Answer> => {
    const answer = await runScript(name, [keys.epoch, keys.accounts, keys.holds, last], [keys.channel, ...args]);
    if (answer[0] === 'not_ready') throw new LedgerNotReady();
    return answer;
  };

  const holdInAll = async (
    mode: 'hold' | 'raise',
    jobId: string,
    workspace: string,
    credits: number,
  ): Promise<HoldResult> => {
    const [result, amount] = await run('hold', keys.ended(jobId), jobId, workspace, checkCredits(credits), mode);
    if (result === 'ended') return { held: true, credits: 0, ended: true };
    if (result === 'held') return { held: true, credits: Number(amount) };
    return {
      held: false,
      available: result === 'refused' ? Math.max(0, Number(amount)) : 0,
      unknown: result === 'unknown',
    };
  };

  return {
    async grant({ id, workspace, credits }) {
      return balanceOf(await run('grant', keys.grants, id, workspace, checkCredits(credits)));
    },
    hold: ({ jobId, workspace, credits }) => holdInAll('hold', jobId, workspace, credits),
    raise: ({ jobId, workspace, credits }) => holdInAll('raise', jobId, workspace, credits),
    async settle({ jobId, credits }) {
      await run('settle', keys.ended(jobId), jobId, checkCredits(credits), ENDED_SECONDS);
    },
    async release({ jobId }) {
      await run('settle', keys.ended(jobId), jobId, 0, ENDED_SECONDS);
    },
    async holdOf(jobId) {
      const [result, credits] = await run('holdOf', keys.ended(jobId), jobId);
      return result === 'held' ? Number(credits) : undefined;
    },
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
      await run('startAttempt', keys.progress(jobId), index, attempt, PROGRESS_SECONDS);
    },
    async report(jobId, index, { attempt, pagesDone, ocrPages, reportedAt }) {
      const [result] = await run(
        'report',
        keys.progress(jobId),
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
    rebuild: (gather) => rebuildRedis({ redis, runScript, keys, endedSeconds: ENDED_SECONDS }, gather),

    onCredit: (listener) => channels.hear(keys.channel, listener),
    nudge(jobId, why) {
      channels.say(keys.nudges, why === undefined ? jobId : `${jobId} ${why}`);
    },
    onNudge: (listener) =>
      channels.hear(keys.nudges, (message) => {
        const [jobId = '', why] = message.split(' ');
        listener(jobId, why === 'progress' ? why : undefined);
      }),
    async close() {
      channels.close();
      redis.disconnect();
    },
  };
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
