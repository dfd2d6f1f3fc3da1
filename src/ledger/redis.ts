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
export const redisLedger = (settings: RedisSettings): Ledger => new RedisLedger(settings);

// Members of the port are own properties, since wrappers copy them.
class RedisLedger implements Ledger {
  readonly #keys: ReturnType<typeof redisKeys>;
  readonly #redis: ReturnType<typeof connectRedis>;
  readonly #channels: ReturnType<typeof redisChannels>;
  readonly #run: ClaimedScripts;

  constructor({ url, prefix = DEFAULT_PREFIX, installation }: RedisSettings) {
    this.#keys = redisKeys(prefix);
    this.#redis = connectRedis(url);
    this.#channels = redisChannels(this.#redis);
    this.#run = new ClaimedScripts(this.#redis, this.#keys, installation);
  }

  readonly grant: Ledger['grant'] = async ({ id, workspace, credits }) =>
    balanceOf(await this.#run.operation('grant', this.#keys.grants, id, workspace, checkCredits(credits)));

  readonly setHold: Ledger['setHold'] = async ({ jobId, workspace, credits }) => {
    const ended = this.#keys.ended(jobId);
    const answer = await this.#run.operation('setHold', ended, jobId, workspace, checkCredits(credits));
    const [result, amount] = answer;
    if (result === 'ended') return { held: true, credits: 0, ended: true };
    if (result === 'held') return { held: true, credits: Number(amount) };
    const available = result === 'refused' ? Math.max(0, Number(amount)) : 0;
    return { held: false, available, unknown: result === 'unknown' };
  };

  readonly settle: Ledger['settle'] = async ({ jobId, credits }) => {
    const keys = [this.#keys.ended(jobId), this.#keys.progress(jobId)];
    await this.#run.operation('settle', keys, jobId, checkCredits(credits), ENDED_SECONDS);
  };

  readonly release: Ledger['release'] = (hold) => this.settle({ ...hold, credits: 0 });

  readonly hasEnded: Ledger['hasEnded'] = async (jobId) => {
    const [result] = await this.#run.operation('hasEnded', this.#keys.ended(jobId));
    return result === 'ended';
  };

  readonly balance: Ledger['balance'] = async (workspace) => {
    const answer = await this.#run.operation('balance', this.#keys.grants, workspace);
    return answer[0] === 'balance' ? balanceOf(answer) : undefined;
  };

  readonly workspaces: Ledger['workspaces'] = async () => {
    const [, fields] = await this.#run.operation('workspaces', this.#keys.grants);
    return (fields as string[])
      .filter((field) => field.startsWith('g:'))
      .map((field) => field.slice(2))
      .sort();
  };

  readonly holds: Ledger['holds'] = async () => {
    const [, fields] = await this.#run.operation('holds', this.#keys.grants);
    return pairs(fields as string[]).map(([jobId, hold]) => {
      const colon = hold.indexOf(':');
      return { jobId, workspace: hold.slice(colon + 1), credits: Number(hold.slice(0, colon)) };
    });
  };

  readonly startAttempt: Ledger['startAttempt'] = async (jobId, index, attempt) => {
    const progress = this.#keys.progress(jobId);
    const [result] = await this.#run.operation('startAttempt', progress, index, attempt, PROGRESS_SECONDS);
    return result === 'another';
  };

  readonly report: Ledger['report'] = async (jobId, index, { attempt, pagesDone, ocrPages, reportedAt }) => {
    const keys = [this.#keys.progress(jobId), this.#keys.ended(jobId)];
    const counts = [pagesDone, ocrPages, reportedAt];
    const [result] = await this.#run.operation('report', keys, index, attempt, PROGRESS_SECONDS, ...counts);
    return result === 'done';
  };

  readonly progress: Ledger['progress'] = async (jobId) => {
    const [, fields] = await this.#run.operation('progress', this.#keys.progress(jobId));
    return parseProgress(new Map(pairs(fields as string[])));
  };

  readonly forgetProgress: Ledger['forgetProgress'] = async (jobId) =>
    void (await this.#run.operation('forgetProgress', this.#keys.progress(jobId)));

  readonly needsRebuild: Ledger['needsRebuild'] = async () => {
    const { epoch, accounts, holds, grants, channel } = this.#keys;
    const [result] = await this.#run.script('ready', [epoch, accounts, holds, grants], [channel]);
    return result === 'not_ready';
  };

  readonly rebuild: Ledger['rebuild'] = async (gather) => {
    // A server that was flushed belongs to whoever comes first.
    await this.#run.claim();
    const runScript = this.#run.script;
    return rebuildRedis({ redis: this.#redis, runScript, keys: this.#keys, endedSeconds: ENDED_SECONDS }, gather);
  };

  readonly onCredit: Ledger['onCredit'] = (listener) => this.#channels.subscribe(this.#keys.channel, listener);

  readonly nudge: Ledger['nudge'] = (jobId, why) =>
    this.#channels.publish(this.#keys.nudges, why === undefined ? jobId : `${jobId} ${why}`);

  readonly onNudge: Ledger['onNudge'] = (listener) =>
    this.#channels.subscribe(this.#keys.nudges, (message) => {
      const [jobId = '', why] = message.split(' ');
      listener(jobId, why === 'progress' || why === 'outcome' ? why : undefined);
    });

  readonly publishUse: Ledger['publishUse'] = (use) => this.#channels.publish(this.#keys.use, JSON.stringify(use));

  readonly onUse: Ledger['onUse'] = (listener) =>
    this.#channels.subscribe(this.#keys.use, (message) => {
      const use = parseUse(message);
      if (use) listener(use);
    });

  readonly close: Ledger['close'] = async () => {
    this.#channels.close();
    this.#redis.disconnect();
  };
}

/** Scripts on keys that are known to be those of the installation, where one is named. */
class ClaimedScripts {
  readonly #redis: ReturnType<typeof connectRedis>;
  readonly #keys: ReturnType<typeof redisKeys>;
  readonly #installation: string | undefined;
  readonly #runRaw: ReturnType<typeof scriptRunner>;
  #claimed: boolean;

  constructor(
    redis: ReturnType<typeof connectRedis>,
    keys: ReturnType<typeof redisKeys>,
    installation: string | undefined,
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#installation = installation;
    this.#runRaw = scriptRunner(redis);
    this.#claimed = installation === undefined;
  }

  /** Takes the keys for the installation, unless another has them. */
  async claim(): Promise<void> {
    const installation = this.#installation;
    if (installation === undefined) return;
    let owner: string | null;
    try {
      await this.#redis.set(this.#keys.installation, installation, 'NX');
      owner = await this.#redis.get(this.#keys.installation);
    } catch (error) {
      throw asUnavailable(error, this.#redis);
    }
    if (owner !== null && owner !== installation) throw new LedgerTaken(owner);
    this.#claimed = true;
  }

  readonly script: ReturnType<typeof scriptRunner> = async (name, keys, args) => {
    if (!this.#claimed) await this.claim();
    return this.#runRaw(name, keys, args);
  };

  /** Runs an operation's script; `more` are its keys from the fourth on. */
  async operation(
    name: ScriptName,
    more: string | readonly string[],
    ...args: readonly (string | number)[]
  ): Promise<Answer> {
    const { epoch, accounts, holds, channel } = this.#keys;
    const answer = await this.script(name, [epoch, accounts, holds, ...[more].flat()], [channel, ...args]);
    if (answer[0] === 'not_ready') throw new LedgerNotReady();
    return answer;
  }
}

/** Another version may have sent it. */
function parseUse(message: string): Use | undefined {
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

function parseProgress(fields: ReadonlyMap<string, string>): Map<number, AttemptProgress> {
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
