import { fairSemaphore } from '../scheduling/fair-semaphore.ts';
import type { Tasks } from '../runtime/tasks.ts';
import type { TaskResult } from '../protocol/tasks.ts';
import type { Objects } from '../objects/objects.ts';
import type { Key } from '../records/key.ts';
import { keys } from '../records/keys.ts';
import { listKeys, readStored, replaceRecord } from '../records/store.ts';
import type { Delivery } from '../records/deliveries.ts';
import type { JobRecord, Webhook } from '../records/types.ts';
import { addSpan } from '../telemetry/trace.ts';
import { answerOf, hostOf, logDelivery, signedHeaders, webhookSecret } from '../lifecycle/webhooks.ts';

export interface WebhookOptions {
  readonly objects: Objects;
  readonly tasks: Pick<Tasks, 'post'>;
  /** The service's secret, from which each workspace's is derived. */
  readonly secret: string;
  readonly now: () => Date;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** The job as getJob shows it. */
  readonly present: (job: JobRecord) => Record<string, unknown>;
  /** How often those are looked for of which nobody said anything. */
  readonly searchSeconds: number;
  /** Called after each try, for metrics. */
  readonly onTried?: (outcome: WebhookOutcome) => void;
}

/** `failed` is tried again; `refused` (by our address rules, or by a 410) and `given_up` (after a day) are not. */
export const WEBHOOK_OUTCOMES = ['delivered', 'failed', 'refused', 'given_up'] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

export interface Webhooks {
  /** Sends the webhook of a job that has just ended, if it has one. */
  look(workspace: string, jobId: string): void;
  /** Starts no more and waits for those that are under way. */
  stop(): Promise<void>;
}

const CONCURRENCY = 8;
const TICK_MS = 1000;
const FIRST_MS = 5_000;
const LONGEST_MS = 2 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const GONE = 410;

/** 5 s after the first try, twice as long after each further one up to two hours, a quarter more or less. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS) * (0.75 + Math.random() / 2);
}

export const startWebhooks = (options: WebhookOptions): Webhooks => new WebhookSender(options);

/**
 * Sends webhooks until they are answered with 2xx, for a day. When each is due stands in its object, so whoever leads
 * next goes on. A try is written there before it is made: of two leaders one makes it, and after a crash the next one
 * follows the pause.
 */
class WebhookSender implements Webhooks {
  readonly #options: WebhookOptions;
  /** Keys that are known, and when to look at them. */
  readonly #due = new Map<Key<Webhook>, number>();
  readonly #running = new Map<string, Promise<void>>();
  /** Fair between workspaces, so that receivers that do not answer hold up nobody else's. */
  readonly #semaphore = fairSemaphore({
    places: CONCURRENCY,
    reserve: CONCURRENCY / 2,
    shareOf: () => ({ weight: 1 }),
  });
  readonly #timers: readonly NodeJS.Timeout[];
  #stopped = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#timers = [
      setInterval(() => this.#sendDue(), TICK_MS).unref(),
      setInterval(() => void this.#search(), options.searchSeconds * 1000).unref(),
    ];
    void this.#search();
  }

  // Bound, since it is handed on alone.
  readonly look: Webhooks['look'] = (workspace, jobId) => {
    this.#due.set(keys.webhook(workspace, jobId), 0);
    this.#sendDue();
  };

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running.values());
  }

  /** Finds those of which nobody said anything, such as after a restart. */
  async #search(): Promise<void> {
    const { objects, log } = this.#options;
    try {
      for await (const key of listKeys(objects, keys.webhooks)) if (!this.#due.has(key)) this.#due.set(key, 0);
      this.#sendDue();
    } catch (error) {
      log.warn({ err: error }, 'failed to list webhooks, will retry');
    }
  }

  #sendDue(): void {
    if (this.#stopped) return;
    const time = this.#options.now().getTime();
    for (const [key, at] of this.#due) {
      if (at > time || this.#running.has(key)) continue;
      const work = this.#work(key).finally(() => this.#running.delete(key));
      this.#running.set(key, work);
    }
  }

  async #work(key: Key<Webhook>): Promise<void> {
    const release = await this.#semaphore.acquire({ workspace: key.split('/')[1]!, group: key });
    try {
      const next = this.#stopped ? undefined : await this.#sendOne(key);
      if (next === undefined) this.#due.delete(key);
      else this.#due.set(key, next);
    } catch (error) {
      this.#due.set(key, this.#options.now().getTime() + FIRST_MS);
      this.#options.log.warn({ key, err: error }, 'failed to process a webhook, will retry');
    } finally {
      release();
    }
  }

  /** Looks at one: what is due is tried. Returns when to look again, or undefined when it is done. */
  async #sendOne(key: Key<Webhook>): Promise<number | undefined> {
    const { objects, now, onTried } = this.#options;
    const stored = await readStored(objects, key);
    if (!stored) return undefined;
    const time = now().getTime();
    const dueAt = Date.parse(stored.value.dueAt);
    if (dueAt > time) return dueAt;
    const attempts = stored.value.attempts + 1;
    const next = time + pauseAfter(attempts);
    const webhook: Webhook = { ...stored.value, attempts, dueAt: new Date(next).toISOString() };
    if (!(await replaceRecord(objects, key, stored.etag, webhook))) return next;
    const result = await this.#post(webhook);
    const outcome = outcomeOf(result, Date.parse(webhook.job.ending.finishedAt) + DAY_MS < next);
    onTried?.(outcome);
    traceTry(webhook, { start: time, result, outcome });
    await this.#log(webhook, { at: new Date(time).toISOString(), outcome, answer: answerOf(result) });
    if (outcome === 'failed') return next;
    await objects.delete([key]);
    return undefined;
  }

  async #post({ id, url, job }: Webhook): Promise<TaskResult<'post'>> {
    const { tasks, secret, now, present } = this.#options;
    const { workspace, jobId, ending } = job;
    const body = JSON.stringify({ type: `job.${ending.state}`, timestamp: ending.finishedAt, data: present(job) });
    const headers = signedHeaders(webhookSecret(secret, workspace), { id, sentAt: now(), body });
    try {
      return await tasks.post({ workspace, jobId, url, headers, body });
    } catch (error) {
      // The fetcher, not the receiver; it is tried again like the receiver's own failures.
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, failure: { code: 'fetch_failed', message } };
    }
  }

  async #log(
    { url, attempts, job: { jobId, workspace, ending } }: Webhook,
    { at, outcome, answer }: Pick<Delivery, 'at' | 'answer'> & { readonly outcome: WebhookOutcome },
  ): Promise<void> {
    const { objects, log } = this.#options;
    const host = hostOf(url);
    await logDelivery(objects, workspace, { at, jobId, type: `job.${ending.state}`, host, attempts, outcome, answer });
    const fields = { jobId, host, attempts, outcome, why: answer };
    if (outcome === 'delivered') log.info(fields, 'webhook delivered');
    else log.warn(fields, 'webhook not delivered');
  }
}

/** Adds the span of a try to the trace of its job. */
function traceTry(
  { url, job, attempts }: Webhook,
  {
    start,
    result,
    outcome,
  }: { readonly start: number; readonly result: TaskResult<'post'>; readonly outcome: WebhookOutcome },
): void {
  addSpan(job.trace?.traceparent, {
    name: 'webhook',
    start,
    end: Date.now(),
    attributes: {
      'server.address': hostOf(url),
      'http.response.status_code': result.ok ? result.status : undefined,
      'scriptorium.webhook.attempt': attempts,
      'scriptorium.webhook.outcome': outcome,
    },
    failed: outcome === 'delivered' ? undefined : answerOf(result),
  });
}

function outcomeOf(result: TaskResult<'post'>, isLast: boolean): WebhookOutcome {
  if (result.ok && result.status >= 200 && result.status < 300) return 'delivered';
  if (result.ok ? result.status === GONE : result.failure.code === 'fetch_refused') return 'refused';
  return isLast ? 'given_up' : 'failed';
}
